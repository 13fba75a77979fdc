// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.holdfast.replication.delta.BlockPatch;
import org.holdfast.replication.delta.CorruptPatchException;
import org.holdfast.replication.delta.MismatchedBaseException;
import org.jspecify.annotations.Nullable;

/**
 * One step of a session from a version to the next.
 *
 * @param settings the new settings, or null if unchanged
 * @param changed envelopes of new and changed attributes
 * @param removed names of removed attributes; disjoint from {@code changed} and {@code patches}
 * @param patches {@linkplain BlockPatch patches} by attribute name, each against the envelope of
 *     the version before. The member that makes a step has the whole in {@code changed} as well; of
 *     a patched attribute only the patch travels
 */
// Bytes are shared as they are; no code compares these records.
@SuppressWarnings("ArrayRecordComponent")
public record Changes(
    byte @Nullable [] settings,
    Map<String, byte[]> changed,
    Set<String> removed,
    Map<String, byte[]> patches) {
  /**
   * The number of names up to which {@code Map.copyOf} is used. Users may choose names, and in the
   * worst case it compares each with all others.
   */
  private static final int FEW = 64;

  public Changes {
    changed = immutable(changed);
    removed =
        removed.size() <= FEW
            ? Set.copyOf(removed)
            : Collections.unmodifiableSet(new HashSet<>(removed));
    patches = immutable(patches);
  }

  /** Makes a step without patches. */
  public Changes(byte @Nullable [] settings, Map<String, byte[]> changed, Set<String> removed) {
    this(settings, changed, removed, Map.of());
  }

  /** Returns an immutable copy, small for few names and quick for many. */
  private static Map<String, byte[]> immutable(Map<String, byte[]> attributes) {
    return attributes.size() <= FEW
        ? Map.copyOf(attributes)
        : Collections.unmodifiableMap(new HashMap<>(attributes));
  }

  SessionImage applyTo(SessionImage image) {
    return image.with(settings, changed, removed);
  }

  /**
   * Returns the step with the whole envelope of each patched attribute. Costs a pass over these.
   *
   * @param before the image that the patches must be against
   * @param mostBytes the most bytes that all patched attributes may have together
   * @throws MismatchedBaseException if a patch is for other bytes
   * @throws CorruptPatchException if a patch is malformed, or its result is too long
   */
  public Changes whole(SessionImage before, long mostBytes)
      throws MismatchedBaseException, CorruptPatchException {
    if (patches.isEmpty()) {
      return this;
    }
    Map<String, byte[]> all = patches.size() > FEW ? before.attributes() : null;
    Map<String, byte[]> whole = new HashMap<>(changed);
    long room = mostBytes;
    for (Map.Entry<String, byte[]> patch : patches.entrySet()) {
      String name = patch.getKey();
      byte[] base = all == null ? before.attribute(name) : all.get(name);
      if (base == null) {
        throw new MismatchedBaseException("the patch is for an attribute that is not there");
      }
      int most = (int) Math.min(room, Integer.MAX_VALUE);
      byte[] result = BlockPatch.apply(patch.getValue(), base, most);
      room -= result.length;
      whole.put(name, result);
    }
    return new Changes(settings, whole, removed);
  }
}
