// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.Map;

/**
 * The bytes that wait to be written to one peer. Usually nothing does; now and then the socket
 * takes nothing for a moment, and what others have queued before leaves little room. I12: it never
 * holds more than {@link #MOST_BYTES}, whatever is offered.
 */
final class SimulatedQueue {
  static final int MOST_BYTES = 1024;

  /** The smallest messages have room for the longest time. */
  private static final int LEAST_ROOM = 64;

  private static final int MOST_ROOM = 256;
  private static final long MOST_BYTES_OF_LENGTHS = 10;

  private long bytes;
  private long stalledUntilNanos;
  private boolean stalled;

  /** The socket takes nothing until then; that code calls {@link #drain} then. */
  void stall(long untilNanos, Dice dice) {
    stalled = true;
    stalledUntilNanos = untilNanos;
    bytes = MOST_BYTES - dice.between(0, MOST_ROOM);
  }

  boolean isStalled() {
    return stalled;
  }

  /** The socket takes everything at once. */
  void drain() {
    stalled = false;
    bytes = 0;
  }

  /**
   * Queues a message, while the socket takes nothing, if there is room.
   *
   * @return how long it stays, or -1 if there is no room
   */
  long offer(Message message, long nowNanos) {
    long size = sizeOf(message);
    if (bytes + size > MOST_BYTES) {
      return -1;
    }
    bytes += size;
    return stalledUntilNanos - nowNanos;
  }

  void verifyIsBounded(String to) {
    if (bytes < 0 || bytes > MOST_BYTES) {
      throw new AssertionError(
          "I12 broken: " + bytes + " bytes are queued for " + to + " instead of " + MOST_BYTES);
    }
  }

  private static long sizeOf(Message message) {
    long content = 0;
    if (message instanceof Message.Full full) {
      content = sizeOf(full.image());
    } else if (message instanceof Message.Promise promise) {
      content = promise.held().map(held -> sizeOf(held.image())).orElse(0L);
    } else if (message instanceof Message.Delta delta) {
      for (Map.Entry<String, byte[]> each : delta.changes().changed().entrySet()) {
        content += each.getKey().length() + each.getValue().length;
      }
    }
    return LEAST_ROOM + content;
  }

  /** An upper bound of what the image takes in a frame; known seeds depend on it. */
  private static long sizeOf(SessionImage image) {
    long bytes = image.settings().length + MOST_BYTES_OF_LENGTHS;
    for (Map.Entry<String, byte[]> each : image.attributes().entrySet()) {
      bytes += MOST_BYTES_OF_LENGTHS + 3L * each.getKey().length() + each.getValue().length;
    }
    return bytes;
  }
}
