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

package org.holdfast.replication.serialization.kryo;

import java.util.BitSet;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnreadableClass;
import org.jspecify.annotations.Nullable;

/**
 * Knows whether the object being read will be dropped, because its field does not exist here. Then
 * what cannot be read may be replaced by a {@link Missing}: a field is often added together with
 * its class. An object that is dropped, yet referred to again from where it is kept, must be
 * complete: the attribute is refused if anything was replaced in the dropped part.
 *
 * <p>One per Kryo instance, used by one thread at a time, emptied after each attribute; after an
 * exception the instance is not used again.
 */
final class Dropping {
  /** Stands for an object of a class that is missing here. Ordered, since it may be a key. */
  static final class Missing implements Comparable<Missing> {
    private final int number;

    private Missing(int number) {
      this.number = number;
    }

    @Override
    public int compareTo(Missing other) {
      return Integer.compare(number, other.number);
    }
  }

  private final BitSet current = new BitSet();
  private final BitSet incomplete = new BitSet();
  private int depth;
  private int replaced;
  private @Nullable UnreadableClass reason;
  private @Nullable UnreadableClass lastReason;

  static Dropping of(AttributeKryo kryo) {
    return ((PlannedClasses) kryo.getClassResolver()).dropping();
  }

  /** What is read next is dropped. Nests. */
  void begin() {
    depth++;
  }

  void end() {
    depth--;
    if (depth == 0) {
      if (reason != null) {
        incomplete.or(current);
        lastReason = reason;
        reason = null;
      }
      current.clear();
    }
  }

  /**
   * Goes on if the object is dropped anyway.
   *
   * @throws CorruptAttributeException else
   */
  void require(UnreadableClass problem) {
    if (depth == 0) {
      throw new CorruptAttributeException(problem);
    }
    reason = problem;
  }

  Missing replacement() {
    return new Missing(replaced++);
  }

  /** An object begins that references will know by {@code id}. */
  void nextObject(int id) {
    if (depth > 0) {
      current.set(id);
    }
  }

  /**
   * A reference to an earlier object.
   *
   * @throws CorruptAttributeException if that was dropped with parts replaced and this is kept
   */
  void refer(int id) {
    if (lastReason != null && incomplete.get(id)) {
      require(lastReason);
    }
  }

  void clear() {
    depth = 0;
    replaced = 0;
    reason = null;
    lastReason = null;
    current.clear();
    incomplete.clear();
  }
}
