/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.servlet;

/**
 * Counts what was written to a response since its buffer was last emptied, to foresee the write
 * that commits it: the one that fills the buffer, or the one that reaches the declared length, at
 * which containers finish the response at once.
 *
 * <p>The count may be too high (a charset whose encoded length is only bounded, an ignored header),
 * never too low.
 */
final class PendingBody {
  private static final long UNDECLARED = -1;

  private long writtenBytes;
  private long declaredBytes = UNDECLARED;

  boolean canCommit(long moreBytes, int bufferBytes) {
    long total = writtenBytes + moreBytes;
    return total >= bufferBytes || (declaredBytes != UNDECLARED && total >= declaredBytes);
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

  /** The buffer was emptied; the headers stay. */
  void clear() {
    writtenBytes = 0;
  }

  /** Buffer and headers were emptied. */
  void reset() {
    writtenBytes = 0;
    declaredBytes = UNDECLARED;
  }
}
