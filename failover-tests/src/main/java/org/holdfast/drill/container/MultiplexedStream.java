// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * What a program in a container prints, standard output and standard error in the order in which
 * they came. The engine sends each piece with a head of eight bytes: four that name the stream,
 * four with the length.
 */
final class MultiplexedStream extends InputStream {
  private static final int NAME_BYTES = 4;

  private final DataInputStream pieces;
  private int left;

  MultiplexedStream(InputStream pieces) {
    this.pieces = new DataInputStream(pieces);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (left == 0) {
      if (!nextPiece()) {
        return -1;
      }
    }
    int read = pieces.read(into, offset, Math.min(length, left));
    if (read > 0) {
      left -= read;
    }
    return read;
  }

  private boolean nextPiece() throws IOException {
    if (pieces.read() < 0) {
      return false;
    }
    try {
      pieces.skipNBytes(NAME_BYTES - 1);
      left = pieces.readInt();
    } catch (EOFException e) {
      return false;
    }
    if (left < 0) {
      throw new IOException("a piece of output claims to have " + left + " bytes");
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    pieces.close();
  }
}
