// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.delta;

import java.util.Optional;

/**
 * Finds the parts of a result that are in a base already, wherever they have moved to, and makes a
 * patch of the rest.
 *
 * <p>Stateless: all threads may call at once. The arrays are read, never kept or changed; they must
 * not change meanwhile (if they do, the patch is refused when it is applied).
 *
 * <p>Cost: time proportional to the sum of the lengths, whatever the bytes (tested with a count of
 * the work: {@code DiffWorkTest}). A common start and end cost next to nothing, and changes that
 * keep their place little more. Memory while it runs: 16 bytes at most for each 32 of the base, if
 * bytes came in or went, and three times the patch.
 *
 * <p>As a rule it finds the remains of the base in runs of at least 79 bytes, wherever they are,
 * and many of 32 and more. It finds runs of 8 and more where bytes were replaced by as many. It is
 * not the shortest patch that could be.
 */
public final class BlockDiff {
  private BlockDiff() {}

  /**
   * Returns bytes from which {@link BlockPatch#apply} makes {@code result} out of {@code base}.
   *
   * @param base the bytes that the other side has, of any length
   * @param result the bytes that it shall have, of any length
   * @param maxPatchBytes most bytes that the patch may have, at least 0
   * @return the patch, or empty if it would be longer; the search ends early when too much is new,
   *     so rarely a patch that would just have been short enough is missed
   * @throws IllegalArgumentException if {@code maxPatchBytes} is negative
   */
  public static Optional<byte[]> patch(byte[] base, byte[] result, int maxPatchBytes) {
    if (maxPatchBytes < 0) {
      throw new IllegalArgumentException(
          "maxPatchBytes must not be negative, was " + maxPatchBytes);
    }
    return new DiffRun(base, result, maxPatchBytes).patch();
  }
}
