// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a session as its secondaries were sent them, and the order of the captures that
 * step them on. Thread-safe; nothing is encoded and nothing waits under its monitor.
 */
final class SentAttributes {
  /*
   * Captures are encoded without a lock, so several may be under way, and they end in any order.
   *
   * S1  Captures are taken one at a time, under this monitor, and numbered: a higher ticket saw each cell later.
   * S2  Publications (changes() to sent()) come one at a time, under the lock that makes versions; a capture may be taken
   *     meanwhile.
   * S3  Per name, only a capture with a higher ticket than the last published one is published. The skipped changes are
   *     not lost: the published envelope was encoded from a later look at the same name, and encoding it began after
   *     the skipped capture had been taken. All that a request had done before its commit, mutations included, is
   *     therefore in that envelope. The request waits for the newest version, made under the same lock, which contains
   *     it. A cell that was replaced meanwhile needs no rule of its own: the new one is pending until a later capture
   *     takes it.
   * S4  The ticket of a removal is remembered while a capture with this name is under way, else that one could bring the
   *     attribute back. For the same reason a capture takes note of a removal also if the attribute was never sent but is
   *     in a capture that is under way.
   * S5  A removal is found by comparison, and a change is marked in its cell until it was sent: nothing needs to be
   *     undone when a capture fails or its changes are refused.
   * S6  Only the fingerprint of sent bytes is kept here; the bytes are in the replica's copy, from which they are sent
   *     whole. A value that arrived counts as unchanged also if it encodes to what it encoded to on its arrival, but
   *     only until other bytes were sent under its name: `arrived` says that the secondaries still have those that
   *     came.
   * S7  A patch is found without a lock, against the bytes that the replica's copy has by then. It is sent only if no
   *     other bytes were published under the name from before it was looked for: each publication of bytes has a
   *     `version` of its own. If the replica has them already, but sent() has not recorded that yet, the version will
   *     differ: the whole is sent, which is never wrong.
   * S8  Attributes that share objects are one unit: its bytes lie under a name that stands for this set of names, and
   *     each member names it. So an attribute that is published as a member is in the bytes of its unit, whichever
   *     capture they are of. A unit is published before or with its first member, and removed with its last one; its
   *     ticket is never higher than those of its members, so that no member is published to which an older unit
   *     belongs.
   * S9  A capture takes every attribute whose objects may have changed since the last look: such an attribute is
   *     touched, or was put, and stays pending until it was published. The objects that the others share are known from
   *     then: `met`. They are pulled into the capture if one of its objects is among theirs, or they belong to a unit
   *     of which another member was taken, or no capture has looked at them yet. That look is later than the ticket
   *     says; so it does not count as having sent what is pending (C1), and is not published if nothing is shared. If
   *     something is, each is published, also where they are too large to be one unit. For a unit that has not changed,
   *     one member's `met` stands for all, which holds while they are one unit: a member that leaves it is looked at
   *     alone, now or next time.
   * S10 The bytes of a unit may hold more than its readable members: values that cannot be read here, and values whose
   *     names have other bytes by now. They stay as long as a member names them. Members that changed get bytes of
   *     their own, or a new unit. Members that did not change still name it: then only their names are published, not
   *     the unit, so it may be gone by then, and they have their own bytes ready (`byItself`).
   * S11 A value that cannot be encoded now is held back: nothing is published under its name, so the secondaries keep
   *     its last bytes, in its old unit too, and its cell is pending until a capture that has it is published. An
   *     earlier capture does not hold back an attribute that a later one has published (S3).
   * S12 A capture looks at pending names alone. So cells come and go in one step with pend(), under this monitor: another
   *     request may see the new cell at once, but its capture waits for the step, and finds the name. A cell that is marked
   *     as handed out makes its name pending afterwards, before the caller receives the mutable value. Each thread calls
   *     pend() itself: a mark in the cell that says "pending already" would let a second thread go on, change the value and
   *     commit before the first one has called pend().
   * S13 That look keeps the name while a capture that is under way has it, while its cell is pending (C1, C2), and while the
   *     secondaries have something under a name that was removed. All else that makes a name due happens while it is
   *     under way: a value is held back (S11), or a removed attribute is published by an earlier capture.
   */
  private final AttributeCodec codec;
  private final AttributePatches patches;
  private final ReplicationMetrics metrics;
  private final Map<String, AttributeCell> cells;

  @GuardedBy("this")
  private final SentStates byName = new SentStates();

  /** The units. Immutable while there are none, as in most sessions. */
  @GuardedBy("this")
  private Map<String, UnitState> units = Map.of();

  /** The pending names. Immutable while there are none, as in a quiet session. */
  @GuardedBy("this")
  private Set<String> pending = Set.of();

  @GuardedBy("this")
  private long tickets;

  /**
   * @param cells the cells of the session; put and removed here alone, read by any thread
   * @param envelopes the envelopes that the session arrived with
   */
  SentAttributes(
      AttributeCodec codec,
      AttributePatches patches,
      ReplicationMetrics metrics,
      Map<String, AttributeCell> cells,
      Map<String, byte[]> envelopes) {
    this.codec = codec;
    this.patches = patches;
    this.metrics = metrics;
    this.cells = cells;
    for (Map.Entry<String, byte[]> each : envelopes.entrySet()) {
      byte[] envelope = each.getValue();
      if (UnitEnvelope.isUnitName(each.getKey())) {
        unit(each.getKey()).arrive(envelope);
      } else {
        SentState sent = byName.getOrMake(each.getKey());
        sent.arrive(envelope);
        sent.unit = UnitEnvelope.unitIfIntact(envelope);
      }
    }
  }

  /** Records what the values of a unit that came encode to here, before any caller has them. */
  synchronized void unitArrived(String name, @Nullable Fingerprint encoding) {
    UnitState unit = units.get(name);
    if (unit != null) {
      unit.asArrived = encoding;
    }
  }

  /** Puts a cell in the place of the one that is returned. */
  synchronized @Nullable AttributeCell put(String name, AttributeCell cell) {
    AttributeCell before = cells.put(name, cell);
    pend(name);
    return before;
  }

  /** Removes the cell that is returned, if there is one. */
  synchronized @Nullable AttributeCell remove(String name) {
    AttributeCell before = cells.remove(name);
    if (before != null) {
      pend(name);
    }
    return before;
  }

  /**
   * Puts a cell, or none, in the place of {@code before}, if that is there still. Returns whether it
   * was.
   */
  synchronized boolean replace(
      String name, @Nullable AttributeCell before, @Nullable AttributeCell after) {
    if (cells.get(name) != before) {
      return false;
    }
    if (after == null) {
      cells.remove(name);
    } else {
      cells.put(name, after);
    }
    pend(name);
    return true;
  }

  /**
   * Makes a name pending: the next capture looks at its attribute. Called after the attribute was
   * marked as handed out, and before the caller goes on.
   */
  synchronized void pend(String name) {
    if (pending.isEmpty()) {
      pending = new HashSet<>(4); // a request touches few
    }
    pending.add(name);
  }

  /** Ends that a name is pending if nothing is left to do (S13). */
  @GuardedBy("this")
  private void review(String name) {
    if (!isDue(name) && !pending.isEmpty()) {
      pending.remove(name);
    }
  }

  @GuardedBy("this")
  private boolean isDue(String name) {
    SentState sent = byName.get(name);
    if (sent != null && sent.underWay > 0) {
      return true;
    }
    AttributeCell cell = cells.get(name);
    return cell == null ? sent != null && sent.isHeld() : cell.isPending();
  }

  /** See {@link SessionAttributes#forgetTouched}. A touched cell's name is pending. */
  synchronized void forgetTouched() {
    for (String name : List.copyOf(pending)) {
      AttributeCell cell = cells.get(name);
      if (cell != null) {
        cell.forgetTouched();
      }
      review(name);
    }
    if (pending.isEmpty()) {
      pending = Set.of();
    }
  }

  /**
   * Takes the values that may differ from the sent ones. Costs a look at each pending name.
   *
   * @param always whether every mutable value is taken; costs a look at each attribute
   */
  synchronized AttributeCapture capture(boolean always) {
    AttributeCapture capture = new AttributeCapture(this, codec, patches, metrics, ++tickets);
    boolean anyMutable = false;
    for (String name : List.copyOf(always ? allNames() : pending)) {
      // One look decides whether the attribute is there; a second one might see something else.
      AttributeCell cell = cells.get(name);
      AttributeCell.Snapshot snapshot = cell == null ? null : cell.snapshot(always);
      if (snapshot != null || (cell == null && isSent(name))) {
        SentState sent = byName.getOrMake(name);
        take(capture, name, snapshot, sent, false);
        anyMutable |= snapshot != null && snapshot.mutable();
      } else {
        review(name);
      }
    }
    if (!units.isEmpty()) {
      pullPartners(capture);
      capture.lookForShared(unitsOf(capture));
    } else if (anyMutable && mayShareAny()) {
      capture.lookForShared(List.of());
    }
    return capture;
  }

  @GuardedBy("this")
  private Set<String> allNames() {
    Set<String> names = new HashSet<>(cells.keySet());
    byName.addNamesTo(names);
    names.addAll(pending);
    return names;
  }

  private AttributeCapture.Item take(
      AttributeCapture capture,
      String name,
      AttributeCell.@Nullable Snapshot snapshot,
      SentState sent,
      boolean pulled) {
    sent.underWay++;
    pend(name);
    return capture.add(name, snapshot, sent, pulled);
  }

  /** Returns whether there are two values here that could share anything. */
  private boolean mayShareAny() {
    int found = 0;
    for (AttributeCell cell : cells.values()) {
      if (cell.mayShare() && ++found == 2) {
        return true;
      }
    }
    return false;
  }

  /** Takes the other members of each unit of which a member was taken. */
  @GuardedBy("this")
  private List<AttributeCapture.Item> pullPartners(AttributeCapture capture) {
    Set<String> taken = new HashSet<>();
    for (AttributeCapture.Item item : capture.items()) {
      String unit = sent(item).unit;
      if (unit != null) {
        taken.add(unit);
      }
    }
    List<AttributeCapture.Item> pulled = new ArrayList<>();
    byName.forEach(
        (name, sent) -> {
          if (sent.unit != null && taken.contains(sent.unit) && !capture.has(name)) {
            pull(capture, name, sent, pulled);
          }
        });
    return pulled;
  }

  private void pull(
      AttributeCapture capture, String name, SentState sent, List<AttributeCapture.Item> pulled) {
    AttributeCell cell = cells.get(name);
    AttributeCell.Snapshot snapshot = cell == null ? null : cell.snapshotOfShared();
    if (snapshot != null) {
      pulled.add(take(capture, name, snapshot, sent, true));
    }
  }

  /** Returns the units of which a member is in the capture by now. */
  synchronized List<AttributeCapture.SentUnit> unitsOf(AttributeCapture capture) {
    List<AttributeCapture.SentUnit> found = new ArrayList<>();
    Map<String, List<String>> members = membersOfUnits();
    // An attribute that cannot be read here changes nothing, and stays where it is (S10).
    members.values().forEach(names -> names.removeIf(this::isBytesOnly));
    members.forEach(
        (name, names) -> {
          UnitState unit = units.get(name);
          if (unit != null && names.stream().anyMatch(capture::has)) {
            found.add(
                new AttributeCapture.SentUnit(
                    name, names, fingerprint -> isSame(unit, fingerprint)));
          }
        });
    return found;
  }

  private boolean isBytesOnly(String name) {
    AttributeCell cell = cells.get(name);
    return cell != null && cell.isBytesOnly();
  }

  @GuardedBy("this")
  private Map<String, List<String>> membersOfUnits() {
    Map<String, List<String>> members = new HashMap<>();
    byName.forEach(
        (name, sent) -> {
          if (sent.unit != null) {
            members.computeIfAbsent(sent.unit, first -> new ArrayList<>()).add(name);
          }
        });
    return members;
  }

  /** Returns whether the secondaries have something under {@code name}, or may have it soon. */
  synchronized boolean isSent(String name) {
    SentState sent = byName.get(name);
    return sent != null && (sent.isHeld() || sent.underWay > 0);
  }

  /**
   * Tells {@code each} how many bytes the secondaries have of each attribute, and its part of its
   * unit.
   */
  synchronized void held(ObjIntConsumer<String> each) {
    byName.forEach((name, sent) -> each.accept(name, sent.bytes));
    Map<String, List<String>> members = membersOfUnits();
    members.forEach((name, names) -> SentTraffic.split(units.get(name), names, each));
  }

  private synchronized boolean isSame(UnitState unit, Fingerprint fingerprint) {
    return unit.isSame(fingerprint, unit.asArrived());
  }

  /**
   * Takes the attributes that may share objects with the ones just encoded, and returns them. Costs
   * a look at each object that the attributes of the session had when they were last looked at.
   */
  synchronized List<AttributeCapture.Item> pullRelated(
      AttributeCapture capture, List<AttributeCapture.Item> encoded) {
    IdentitySet objects = IdentitySet.of(encoded, item -> item.met);
    List<AttributeCapture.Item> pulled = new ArrayList<>();
    if (objects.isEmpty()) {
      return pulled;
    }
    byName.forEach(
        (name, sent) -> {
          AttributeCell cell = capture.has(name) ? null : cells.get(name);
          boolean related = sent.met == null || objects.containsAny(sent.met);
          if (cell != null && related && cell.mayShare()) {
            pull(capture, name, sent, pulled);
          }
        });
    if (!pulled.isEmpty()) {
      pulled.addAll(pullPartners(capture));
    }
    return pulled;
  }

  /** Returns the part of the capture that is to be published now, with the differences marked. */
  synchronized AttributeCapture.Publication publication(AttributeCapture capture) {
    List<AttributeCapture.Item> newest = new ArrayList<>(capture.items().size());
    List<HeldBack> heldBack = List.of();
    for (AttributeCapture.Item item : capture.items()) {
      SentState sent = sent(item);
      if (item.heldBack != null) {
        if (sent.ticket < capture.ticket) {
          heldBack = heldBack.isEmpty() ? new ArrayList<>() : heldBack;
          heldBack.add(
              new HeldBack(
                  item.name,
                  item.heldBack,
                  sent.isHeld() ? sent.version : HeldBack.NOTHING));
        }
        continue;
      }
      if (item.byItself != null && !units.containsKey(item.unit)) {
        item.leaveUnit();
      }
      if (sent.ticket < capture.ticket && !item.isPulledForNothing(sent.unit)) {
        item.differs = differs(item);
        newest.add(item);
      }
    }
    if (units.isEmpty() && capture.units().isEmpty()) {
      return new AttributeCapture.Publication(newest, Set.of(), heldBack);
    }
    Set<String> used = unitsAfter(newest);
    for (AttributeCapture.Item unit : capture.units()) {
      if (unit.heldBack == null && used.contains(unit.name) && sent(unit).ticket < capture.ticket) {
        unit.differs = differs(unit);
        newest.add(unit);
      }
    }
    Set<String> gone = new HashSet<>();
    units.forEach(
        (name, sent) -> {
          if (sent.isHeld() && !used.contains(name)) {
            gone.add(name);
          }
        });
    return new AttributeCapture.Publication(newest, gone, heldBack);
  }

  /** See {@link AttributeCapture#holdBackLargest}; a unit stays here with all of its members. */
  synchronized boolean holdBackLargest(
      AttributeCapture capture, AttributeCapture.Publication publication, Throwable problem) {
    AttributeCapture.Item largest = null;
    int most = 0;
    for (AttributeCapture.Item item : publication.items()) {
      int growth =
          item.differs && item.envelope != null ? item.envelope.length - sent(item).bytes : 0;
      if (growth > most) {
        most = growth;
        largest = item;
      }
    }
    if (largest == null) {
      return false;
    }
    for (AttributeCapture.Item item : capture.items()) {
      if (largest.isUnit && largest.name.equals(item.unit)) {
        item.holdBack(problem);
      }
    }
    largest.holdBack(problem);
    return true;
  }

  /** Returns the units that attributes belong to once these items are published. */
  @GuardedBy("this")
  private Set<String> unitsAfter(List<AttributeCapture.Item> newest) {
    Map<String, AttributeCapture.Item> published = new HashMap<>();
    newest.forEach(item -> published.put(item.name, item));
    Set<String> used = new HashSet<>();
    byName.forEach(
        (name, sent) -> {
          AttributeCapture.Item item = published.get(name);
          String unit = item == null ? sent.unit : item.unit;
          if (unit != null) {
            used.add(unit);
          }
        });
    return used;
  }

  @GuardedBy("this")
  private boolean differs(AttributeCapture.Item item) {
    SentState sent = sent(item);
    return !sent.isSame(
        item.fingerprint, item.snapshot == null ? sent.asArrived() : item.snapshot.asArrived());
  }

  /** Returns whether to look for a patch; notes the version that it would be against. */
  synchronized boolean mayPatch(AttributeCapture.Item item) {
    SentState sent = sent(item);
    if (!sent.isHeld() || !differs(item)) {
      return false;
    }
    item.base = sent.version;
    return sent.endPause();
  }

  /**
   * Records that a patch was looked for: where there are none, that is done more and more seldom.
   */
  synchronized void tried(AttributeCapture.Item item) {
    sent(item).compared(item.patch != null);
  }

  /** Returns whether the secondaries still have the bytes that the item's patch is against. */
  synchronized boolean isStillAt(AttributeCapture.Item item) {
    SentState sent = sent(item);
    return sent.isHeld() && sent.version == item.base;
  }

  /**
   * @param version the version of the session with these changes; if there are any, no earlier
   *     publication had it (S7)
   */
  synchronized void sent(
      AttributeCapture capture, AttributeCapture.Publication publication, long version) {
    for (AttributeCapture.Item item : publication.items()) {
      SentState sent = sent(item);
      sent.ticket = capture.ticket;
      sent.unit = item.unit;
      if (item.differs) {
        sent.replace(item.fingerprint, item.envelope, version);
      }
      if (item.snapshot != null && !item.pulled) {
        item.snapshot.cell().sent(item.snapshot.marks());
      }
    }
    for (AttributeCapture.Item item : capture.items()) {
      SentState sent = sent(item);
      if (sent.ticket <= capture.ticket) {
        sent.met = item.met;
      }
    }
    if (!publication.unitsGone().isEmpty()) {
      units.keySet().removeAll(publication.unitsGone());
    }
    settle(capture);
  }

  /** Records that the capture is under way no more, which {@link #sent} sees to, too. */
  synchronized void settle(AttributeCapture capture) {
    for (AttributeCapture.Item item : capture.items()) {
      SentState sent = sent(item);
      sent.underWay--;
      if (sent.underWay == 0 && !sent.isHeld()) {
        byName.remove(item.name);
      }
      review(item.name);
    }
    forgetUnits();
  }

  /** Forgets the units of which the secondaries have nothing. */
  @GuardedBy("this")
  private void forgetUnits() {
    if (!units.isEmpty()) {
      units.values().removeIf(unit -> !unit.isHeld());
    }
    if (units.isEmpty()) {
      units = Map.of();
    }
  }

  /** Returns the state of a unit; makes it if it is not there. */
  @GuardedBy("this")
  private UnitState unit(String name) {
    if (units.isEmpty()) {
      units = new HashMap<>(4);
    }
    return units.computeIfAbsent(name, absent -> new UnitState());
  }

  @GuardedBy("this")
  private SentState sent(AttributeCapture.Item item) {
    if (item.isUnit) {
      return unit(item.name);
    }
    return requireNonNull(item.sent, "an attribute is not known to the capture it is part of");
  }

  /**
   * The state that the secondaries were sent under one name, of an attribute or of a unit. Guarded
   * by the monitor of {@link SentAttributes}, whose rules it keeps.
   *
   * <p>There is one for each attribute of each session here, so the fingerprint lies in it as two
   * numbers. An object takes 64 bytes of heap.
   */
  static class SentState {
    /**
     * The longest pause, in changes: where nothing stays the same, comparing 200 KB takes 2 ms for
     * nothing.
     */
    private static final byte LONGEST_PAUSE = 64;

    /** A flag that is set if the secondaries have bytes; the next two are their fingerprint. */
    private boolean held;

    private long high;
    private long low;

    /** A flag that is set if the secondaries have the bytes that the session came with. */
    private boolean arrived;

    /** The unit that the secondaries' bytes name; null if they are the value's own. */
    @Nullable String unit;

    /**
     * The identity hash codes of the value's objects when it was last looked at; null if it never
     * was.
     */
    int @Nullable [] met;

    /** The ticket of the capture that was published last for this name. */
    long ticket;

    /** The number of captures under way that have this name. */
    int underWay;

    /** The number of bytes that the secondaries have. */
    int bytes;

    /**
     * The version of the session in which they were sent the bytes, or their end: another one for
     * each publication of other bytes; 0 if the session came with them.
     */
    long version;

    /** The number of changes that go by before a patch is looked for again. */
    private byte pause;

    /** The length of the next pause. */
    private byte nextPause;

    /** Records that the session came with bytes under the name. */
    void arrive(byte[] envelope) {
      hold(Fingerprint.of(envelope));
      bytes = envelope.length;
      arrived = true;
    }

    /** Returns whether the secondaries have bytes under the name. */
    boolean isHeld() {
      return held;
    }

    private void hold(@Nullable Fingerprint fingerprint) {
      held = fingerprint != null;
      high = fingerprint == null ? 0 : fingerprint.high();
      low = fingerprint == null ? 0 : fingerprint.low();
    }

    /**
     * Returns the fingerprint of what the values of a unit that came encoded to on their arrival;
     * null if that is not known, and for an attribute, whose cell keeps it.
     */
    @Nullable Fingerprint asArrived() {
      return null;
    }

    /**
     * Returns whether bytes are what the secondaries have, or count as such.
     *
     * @param other the fingerprint of the bytes; null for none
     * @param encodedAs the fingerprint of what the value encoded to when it arrived, if it did
     */
    boolean isSame(@Nullable Fingerprint other, @Nullable Fingerprint encodedAs) {
      if (other == null) {
        return !held;
      }
      return (held && other.high() == high && other.low() == low)
          || (arrived && other.equals(encodedAs));
    }

    /**
     * Records that other bytes are on their way, or that there are none any more.
     *
     * @param inVersion the version of the session
     */
    void replace(@Nullable Fingerprint by, byte @Nullable [] envelope, long inVersion) {
      hold(by);
      bytes = envelope == null ? 0 : envelope.length;
      arrived = false;
      version = inVersion;
    }

    /** Returns whether to look for a patch; if not, the pause is one change shorter. */
    boolean endPause() {
      if (pause > 0) {
        pause--;
        return false;
      }
      return true;
    }

    /**
     * Records that a patch was looked for: where there are none, that is done more and more seldom.
     */
    void compared(boolean found) {
      pause = found ? 0 : nextPause;
      nextPause = found ? 0 : (byte) Math.min(LONGEST_PAUSE, Math.max(1, 2 * nextPause));
    }
  }

  /** The state that the secondaries were sent of a unit. */
  private static final class UnitState extends SentState {
    /** See {@link #asArrived()}. */
    private @Nullable Fingerprint asArrived;

    @Override
    @Nullable Fingerprint asArrived() {
      return asArrived;
    }
  }
}
