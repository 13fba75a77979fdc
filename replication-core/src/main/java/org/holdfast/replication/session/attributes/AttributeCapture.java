// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.Fingerprint;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * The changes that one commit found to replicate. Call {@link #encode} and, if it will be sent,
 * {@link #patch} without any lock. Then call {@link #changes} and, when they were sent, {@link
 * #sent} under the lock that makes the session's versions; in any case {@link #close}. A capture
 * that is closed without {@code sent} loses nothing: the next one finds the same and more. Nor does
 * one that holds a value back: the secondaries keep their bytes of it, and the next capture takes
 * it again.
 *
 * <p>Belongs to the thread that took it.
 */
public final class AttributeCapture implements AutoCloseable {
  /** A name with the value to encode for it, or without one if it was removed; or a unit. */
  static final class Item {
    final String name;
    final AttributeCell.@Nullable Snapshot snapshot;

    /**
     * The state that the secondaries have under the name, kept while this is under way; null for a
     * unit.
     */
    final SentAttributes.@Nullable SentState sent;

    /**
     * A flag that is set if the value was taken only because it may share objects with one that had
     * to be taken.
     */
    final boolean pulled;

    /**
     * A flag that is set if this is a unit: it holds the values of attributes that share objects.
     */
    final boolean isUnit;

    byte @Nullable [] envelope;
    @Nullable Fingerprint fingerprint;

    /** The unit that holds the value, as the envelope says; null if the envelope itself does. */
    @Nullable String unit;

    /** The envelope of the value alone, in case the unit that it stays with is gone. */
    byte @Nullable [] byItself;

    /**
     * The identity hash codes of the objects in the value, ascending; null if they are not known.
     */
    int @Nullable [] met;

    /** A flag that is set if the secondaries have something else, or nothing, under the name. */
    boolean differs;

    /**
     * The patch that makes the envelope of the bytes of step {@link #base}; null if there is none.
     */
    byte @Nullable [] patch;

    long base;

    /**
     * A flag that is set if the value shares objects with others but is too large, with them, for
     * one unit.
     */
    boolean isSplit;

    /** A flag that is set if the patch leaves instead of the envelope. */
    boolean patched;

    /**
     * The reason why the value stays here and the secondaries keep what they have; null if it
     * leaves.
     */
    @Nullable UnserializableAttributeException heldBack;

    private Item(
        String name,
        AttributeCell.@Nullable Snapshot snapshot,
        SentAttributes.@Nullable SentState sent,
        boolean pulled,
        boolean isUnit) {
      this.name = name;
      this.snapshot = snapshot;
      this.sent = sent;
      this.pulled = pulled;
      this.isUnit = isUnit;
    }

    /**
     * @param unitSent the unit that the secondaries' bytes name
     */
    boolean isPulledForNothing(@Nullable String unitSent) {
      return pulled && unit == null && unitSent == null && !isSplit;
    }

    boolean isMutable() {
      return snapshot != null && snapshot.mutable();
    }

    void put(byte[] bytes) {
      envelope = bytes;
      fingerprint = Fingerprint.of(bytes);
    }

    /** Keeps the value from leaving; it is pending until a capture that is published has it. */
    void holdBack(Throwable problem) {
      heldBack = HeldBack.problem(name, problem);
      envelope = null;
      fingerprint = null;
      unit = null;
      byItself = null;
      met = null;
      patch = null;
      differs = false;
      if (snapshot != null) {
        snapshot.cell().mustGo();
      }
    }

    /** Leaves the value in a unit that the secondaries have, unless the unit goes meanwhile. */
    void stayIn(String sentUnit, byte[] alone) {
      byItself = alone;
      unit = sentUnit;
      put(UnitEnvelope.member(sentUnit));
    }

    void leaveUnit() {
      if (byItself != null) {
        unit = null;
        put(byItself);
        byItself = null;
        met = null; // that was of the unit; no capture has encoded this one alone
      }
    }
  }

  /**
   * A unit that the secondaries have and of which the capture took a member.
   *
   * @param members the members that can be read here
   * @param same tells whether bytes of these are what the secondaries have, or count as such
   */
  record SentUnit(String name, List<String> members, SameAs same) {}

  /** A comparison with the bytes that were sent. */
  interface SameAs {
    boolean isSame(Fingerprint fingerprint);
  }

  /** The number of this capture; captures with higher tickets were taken later. */
  final long ticket;

  private final SentAttributes origin;
  private final AttributeCodec codec;
  private final AttributePatches patches;
  private final ReplicationMetrics metrics;
  private final Map<String, Item> items = new LinkedHashMap<>(4); // most have one
  private final List<Item> units = new ArrayList<>();
  private List<SentUnit> sentUnits = List.of();
  private boolean looksForShared;
  private @Nullable Publication publication;
  private boolean encoded;
  private boolean settled;

  AttributeCapture(
      SentAttributes origin,
      AttributeCodec codec,
      AttributePatches patches,
      ReplicationMetrics metrics,
      long ticket) {
    this.origin = origin;
    this.codec = codec;
    this.patches = patches;
    this.metrics = metrics;
    this.ticket = ticket;
  }

  Item add(
      String name,
      AttributeCell.@Nullable Snapshot snapshot,
      SentAttributes.SentState sent,
      boolean pulled) {
    Item item = new Item(name, snapshot, sent, pulled, false);
    items.put(name, item);
    return item;
  }

  /** Has {@link #encode} look for objects that attributes share. */
  void lookForShared(List<SentUnit> sent) {
    looksForShared = true;
    sentUnits = sent;
  }

  boolean has(String name) {
    return items.containsKey(name);
  }

  @Nullable Item item(String name) {
    return items.get(name);
  }

  Collection<Item> items() {
    return items.values();
  }

  List<SentUnit> sentUnits() {
    return sentUnits;
  }

  /** Returns the units: the bytes of attributes that turned out to share objects. */
  List<Item> units() {
    return units;
  }

  void addUnit(String name, byte[] envelope) {
    Item unit = new Item(name, null, null, false, true);
    unit.put(envelope);
    units.add(unit);
  }

  /**
   * Encodes the values that were taken. A value that cannot be encoded now is held back, whatever
   * the reason. Runs code of the application: hold no lock that it could want.
   */
  public void encode() {
    if (looksForShared) {
      new CaptureEncoder(this, origin, codec, metrics).encode();
    } else {
      for (Item item : items.values()) {
        encode(item, item.snapshot);
      }
    }
    encoded = true;
  }

  private void encode(Item item, AttributeCell.@Nullable Snapshot snapshot) {
    if (snapshot != null) {
      try {
        item.put(codec.encode(item.name, snapshot.value()));
      } catch (RuntimeException | Error e) {
        item.holdBack(e);
      }
    }
  }

  /** Returns whether another attempt may succeed at once: another thread was changing a value. */
  public boolean isChanging() {
    for (Item item : items.values()) {
      if (item.heldBack != null && item.heldBack.reason() == Reason.CHANGED) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a value that was taken cannot leave. */
  public boolean holdsAnyBack() {
    for (Item item : items.values()) {
      if (item.heldBack != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * Requires that every value can leave.
   *
   * @throws UnserializableAttributeException if one cannot
   */
  public void requireNothingHeldBack() {
    for (Item item : items.values()) {
      if (item.heldBack != null) {
        throw item.heldBack;
      }
    }
  }

  /**
   * Holds back the value that makes the session grow most: with all changes the session is too
   * large. Called after {@link #changes}.
   *
   * @return whether there was anything to hold back; then the changes are others
   */
  public boolean holdBackLargest(Throwable problem) {
    return publication != null && origin.holdBackLargest(this, publication, problem);
  }

  /**
   * Returns the attributes that stayed here and that no later capture has sent. Called after {@link
   * #sent}.
   */
  public List<HeldBack> heldBack() {
    return publication == null ? List.of() : publication.heldBack();
  }

  /** Looks for patches of large attributes against the bytes that the secondaries were sent. */
  public void patch() {
    items.values().forEach(this::patch);
    units.forEach(this::patch);
  }

  private void patch(Item item) {
    byte[] envelope = item.envelope;
    if (envelope != null && patches.isWorthATry(envelope) && origin.mayPatch(item)) {
      item.patch = patchOf(item.name, envelope);
      origin.tried(item);
    }
  }

  private byte @Nullable [] patchOf(String name, byte[] envelope) {
    try {
      return patches.patch(name, envelope);
    } catch (OutOfMemoryError e) {
      // The whole is here already, and never wrong.
      return null;
    }
  }

  /**
   * Returns the step from the state that the secondaries were sent to the captured one.
   *
   * @param settings part of the step, or null if unchanged
   */
  public Changes changes(byte @Nullable [] settings) {
    if (!encoded) {
      throw new IllegalStateException("a capture must be encoded before its changes are known");
    }
    Publication next = origin.publication(this);
    publication = next;
    if (!next.isAnything()) {
      return new Changes(settings, Map.of(), Set.of());
    }
    Item alone = next.onlyChange();
    if (alone != null && alone.envelope != null && alone.patch == null) {
      // As in most steps.
      return new Changes(settings, Map.of(alone.name, alone.envelope), Set.of());
    }
    Map<String, byte[]> changed = new HashMap<>();
    Map<String, byte[]> patched = Map.of();
    Set<String> removed = next.unitsGone().isEmpty() ? Set.of() : new HashSet<>(next.unitsGone());
    for (Item item : next.items()) {
      if (item.differs) {
        if (item.envelope == null) {
          removed = removed.isEmpty() ? new HashSet<>() : removed;
          removed.add(item.name);
        } else {
          changed.put(item.name, item.envelope);
          item.patched = item.patch != null && origin.isStillAt(item);
          if (item.patch != null && item.patched) {
            patched = patched.isEmpty() ? new HashMap<>() : patched;
            patched.put(item.name, item.patch);
          }
        }
      }
    }
    return new Changes(settings, changed, removed, patched);
  }

  /**
   * Records that the changes are on their way: from now on later changes are compared with them.
   *
   * @param version the version of the session with the changes
   */
  public void sent(long version) {
    if (publication == null) {
      throw new IllegalStateException(
          "the changes of a capture must be computed before they are sent");
    }
    origin.sent(this, publication, version);
    settled = true;
  }

  /**
   * Counts the bytes that left of each attribute. Called after {@link #sent}.
   *
   * @param whole whether the whole session left instead of the changes
   */
  public void count(AttributeTraffic traffic, boolean whole) {
    if (publication != null) {
      new SentTraffic(traffic, whole).count(publication.items(), items.values());
    }
    if (whole) {
      origin.held(
          (name, bytes) -> {
            if (bytes > 0) {
              traffic.travelled(name, bytes);
            }
          });
    }
  }

  @Override
  public void close() {
    if (!settled) {
      origin.settle(this);
    }
  }

  /**
   * The part of a capture that is to be published.
   *
   * @param items attributes and units that no later capture has overtaken
   * @param unitsGone names of units that have no member any more
   * @param heldBack attributes of which the secondaries keep what they have
   */
  record Publication(List<Item> items, Set<String> unitsGone, List<HeldBack> heldBack) {
    /** Returns the one item that differs, if that is all; else null. */
    @Nullable Item onlyChange() {
      Item found = null;
      for (Item item : items) {
        if (item.differs) {
          if (found != null) {
            return null;
          }
          found = item;
        }
      }
      return unitsGone.isEmpty() ? found : null;
    }

    /** Returns whether anything differs from the state that the secondaries have. */
    boolean isAnything() {
      for (Item item : items) {
        if (item.differs) {
          return true;
        }
      }
      return !unitsGone.isEmpty();
    }
  }
}
