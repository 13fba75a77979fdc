// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnreadableClass;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.jspecify.annotations.Nullable;

/**
 * Knows whether the attribute can do without the object being read. It can if the field does not
 * exist here, or if the object is one of several attributes that travel together. Then an
 * unreadable object may be replaced by a {@link Missing}: a field is often added together with its
 * class.
 *
 * <p>Objects that lead to something replaced are <em>incomplete</em>: an object that is kept and
 * refers to one is refused. Others of the same part are whole, wherever they were met first.
 *
 * <p>One per Kryo instance, used by one thread at a time, emptied after each attribute; after an
 * exception the instance is not used again.
 */
final class SkippableValues {
  /*
   * D1  Where something is replaced, all objects that are open are incomplete, up to the innermost region: what is around a
   *     region does not depend on what is in it.
   * D2  A closed object that refers to an open one is whole if that turns out to be. Graph knows the outermost one, and that
   *     has all others in its own parts: unless it is around the region. So at the end of a region with replacements
   *     whatever refers to something around it counts as incomplete; sometimes that is too strict.
   */
  /** A stand-in for an object of a class that is missing here. Ordered, since it may be a key. */
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

  /** A value that the attribute can do without. */
  private static final class Region {
    /** The depth of the object around. */
    final int floor;

    final int firstId;
    @Nullable UnreadableClass reason;

    Region(int floor, int firstId) {
      this.floor = floor;
      this.firstId = firstId;
    }
  }

  private final Graph graph;
  private final List<Region> regions = new ArrayList<>();
  private final BitSet incomplete = new BitSet();
  private final MissingNames missingNames = new MissingNames();
  private int nextId;
  private int replaced;
  private boolean nextIsReplaced;

  /** The mode in which each element of the outermost list is read by itself. */
  private boolean readsParts;

  private @Nullable UnreadableClass lastReason;

  SkippableValues(Graph graph) {
    this.graph = graph;
  }

  static SkippableValues of(AttributeKryo kryo) {
    return ((PlannedClasses) kryo.getClassResolver()).dropping();
  }

  MissingNames missingNames() {
    return missingNames;
  }

  /** Begins to read a value that the attribute can do without. Nests. */
  void begin() {
    regions.add(new Region(graph.depth(), nextId));
  }

  /** Begins to read an element of the outermost list; the other elements can do without it. */
  void beginPart() {
    readsParts = true;
    begin();
  }

  /** Tells whether anything may be replaced now. */
  boolean mayReplace() {
    return !regions.isEmpty();
  }

  /** Ends the value; returns why not all of it could be read, null if it could. */
  @Nullable UnreadableClass end() {
    Region region = regions.remove(regions.size() - 1);
    if (region.reason != null && region.floor > 0) {
      for (int id = region.firstId; id < nextId; id++) {
        if (graph.leadsAbove(id, region.floor)) {
          incomplete.set(id);
        }
      }
    }
    return region.reason;
  }

  /**
   * Notes a problem if the attribute can do without the value. Only the first problem is reported:
   * later ones may come from it.
   *
   * @throws CorruptAttributeException if the attribute cannot do without the value
   */
  void require(UnreadableClass problem) {
    if (regions.isEmpty()) {
      throw new CorruptAttributeException(problem);
    }
    Region region = regions.get(regions.size() - 1);
    if (region.reason == null) {
      region.reason = problem;
    }
    lastReason = region.reason;
    for (int depth = graph.depth(); depth > region.floor; depth--) {
      int id = graph.idAt(depth);
      if (incomplete.get(id)) {
        return; // then those around it are, too
      }
      incomplete.set(id);
    }
  }

  /** Notes a problem like {@link #require}, of the class of the object that is read next. */
  void requireNext(UnreadableClass problem) {
    require(problem);
    nextIsReplaced = true;
  }

  Missing replacement() {
    return new Missing(replaced++);
  }

  /** Begins an object that references will know by {@code id}. */
  void nextObject(int id) {
    nextId = id + 1;
    if (nextIsReplaced) {
      incomplete.set(id);
      nextIsReplaced = false;
    }
  }

  /**
   * Takes a reference to an earlier object.
   *
   * @throws CorruptAttributeException if that has parts replaced and this is kept
   */
  void refer(int id) {
    nextIsReplaced = false;
    if (readsParts && id == 0) {
      throw new LimitExceeded("a value refers to the list of all that travel with it");
    }
    if (lastReason != null && isIncomplete(id)) {
      incomplete.set(id);
      require(lastReason);
    }
  }

  /**
   * Tells whether the object leads to something replaced, as far as is known once it was referred
   * to.
   */
  boolean isKnownIncomplete(int id) {
    return incomplete.get(id);
  }

  private boolean isIncomplete(int id) {
    for (int at = id; at >= 0; at = graph.awaited(at)) {
      if (incomplete.get(at)) {
        return true;
      }
    }
    return false;
  }

  void clear() {
    regions.clear();
    nextId = 0;
    replaced = 0;
    nextIsReplaced = false;
    readsParts = false;
    lastReason = null;
    incomplete.clear();
    missingNames.clear();
  }
}
