// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet;

/**
 * The count of the bytes that were written to a response. It foresees the write that commits the
 * response, since it fills the buffer, and the one that reaches the declared length, at which
 * containers finish the response.
 *
 * <p>The count may be too high (a charset whose encoded length is only bounded, an ignored header),
 * never too low.
 */
final class PendingBody {
  static final long UNDECLARED = -1;

  private long writtenBytes;
  private long declaredBytes = UNDECLARED;

  /** Returns whether a buffer of {@code bufferBytes} bytes is full. */
  boolean canCommit(int bufferBytes) {
    return writtenBytes >= bufferBytes;
  }

  /** Returns whether the declared length is reached. */
  boolean isWhole() {
    return declaredBytes != UNDECLARED && writtenBytes >= declaredBytes;
  }

  void written(long bytes) {
    writtenBytes += bytes;
  }

  long writtenBytes() {
    return writtenBytes;
  }

  /** Notes a declared length; a negative one takes the declaration back. */
  void declare(long bytes) {
    declaredBytes = bytes < 0 ? UNDECLARED : bytes;
  }

  /** Forgets the bytes written, as the buffer was emptied; the headers stay. */
  void clear() {
    writtenBytes = 0;
  }

  /** Forgets the bytes written and the length, as buffer and headers were emptied. */
  void reset() {
    writtenBytes = 0;
    declaredBytes = UNDECLARED;
  }
}
