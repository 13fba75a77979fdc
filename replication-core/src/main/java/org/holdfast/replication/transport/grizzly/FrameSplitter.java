// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;
import org.holdfast.replication.transport.MalformedFrameException;

/**
 * Splits one stream of bytes into frames, each a 4-byte big-endian length and that many bytes. An
 * empty frame is a heart-beat. Reads may end anywhere.
 *
 * <p>Pure and confined to the thread that reads the stream, the bound aside. Costs one copy per
 * frame that came in one piece. Room for a frame grows with the bytes that arrived, at most
 * twofold, so that a length that is only claimed costs nothing.
 */
final class FrameSplitter {
  static final int LENGTH_BYTES = 4;

  private static final int FIRST_ROOM_BYTES = 8 * 1024;
  private static final byte[] NOTHING = {};

  private final int end;

  /** The longest frame; volatile because the thread that welcomes the sender raises it. */
  private volatile int maxFrameBytes;

  private boolean ended;
  private int lengthBytesSeen;
  private int length;
  private byte[] partial = NOTHING;
  private int partialBytes;

  /**
   * @param end the length after which no frame follows, which is no length of a frame
   */
  FrameSplitter(int maxFrameBytes, int end) {
    this.maxFrameBytes = maxFrameBytes;
    this.end = end;
  }

  /** Returns whether the last frame was followed by the length that ends the frames. */
  boolean isEnded() {
    return ended;
  }

  /** Changes the bound for the frames whose length has not been read yet. */
  void allowFramesUpTo(int bytes) {
    maxFrameBytes = bytes;
  }

  /**
   * Consumes all of {@code bytes}, up to the end of the frames, and gives every frame they complete
   * to {@code frames}, in order.
   *
   * @throws MalformedFrameException if a length is not 0 to the bound; the splitter must not be
   *     used any more
   */
  void split(ByteBuffer bytes, Consumer<byte[]> frames) {
    while (bytes.hasRemaining() && !ended) {
      if (lengthBytesSeen < LENGTH_BYTES) {
        readLength(bytes);
        if (lengthBytesSeen == LENGTH_BYTES && length == 0) {
          emit(NOTHING, frames);
        }
      } else if (partialBytes == 0 && bytes.remaining() >= length) {
        byte[] frame = new byte[length];
        bytes.get(frame);
        emit(frame, frames);
      } else {
        keep(bytes);
        if (partialBytes == length) {
          emit(partial, frames);
        }
      }
    }
  }

  private void readLength(ByteBuffer bytes) {
    if (lengthBytesSeen == 0 && bytes.remaining() >= LENGTH_BYTES) {
      length = bytes.getInt();
      lengthBytesSeen = LENGTH_BYTES;
    } else {
      length = (length << Byte.SIZE) | (bytes.get() & 0xff);
      lengthBytesSeen++;
    }
    ended = lengthBytesSeen == LENGTH_BYTES && length == end;
    if (lengthBytesSeen == LENGTH_BYTES && !ended && (length < 0 || length > maxFrameBytes)) {
      throw new MalformedFrameException(
          String.format(
              Locale.ROOT,
              "frame length must be between 0 and %,d bytes, was %,d",
              maxFrameBytes,
              length));
    }
  }

  private void keep(ByteBuffer bytes) {
    int count = Math.min(bytes.remaining(), length - partialBytes);
    int needed = partialBytes + count;
    if (needed > partial.length) {
      // long, because twice the room of a large frame is over the range of an int
      long room = Math.max(Math.max(needed, FIRST_ROOM_BYTES), 2L * partial.length);
      partial = Arrays.copyOf(partial, (int) Math.min(length, room));
    }
    bytes.get(partial, partialBytes, count);
    partialBytes = needed;
  }

  private void emit(byte[] frame, Consumer<byte[]> frames) {
    partial = NOTHING;
    partialBytes = 0;
    lengthBytesSeen = 0;
    length = 0;
    frames.accept(frame);
  }
}
