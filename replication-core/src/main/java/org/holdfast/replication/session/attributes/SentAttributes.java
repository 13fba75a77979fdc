// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
   *     other bytes were published under the name from before it was looked for: each has a `step` of its own. If the
   *     replica has them already, but sent() has not recorded that yet, the step will differ: the whole is sent, which
   *     is never wrong.
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
   */
  private final AttributeCodec codec;
  private final AttributePatches patches;
  private final ReplicationMetrics metrics;
  private final Map<String, AttributeCell> cells;

  @GuardedBy("this")
  private final Map<String, SentState> byName = new HashMap<>();

  @GuardedBy("this")
  private final Map<String, SentState> units = new HashMap<>();

  @GuardedBy("this")
  private long tickets;

  /** The newest step of all names together: a unit that went and comes back gets a new number. */
  @GuardedBy("this")
  private long steps;

  /**
   * @param cells the cells of the session, which may change at any time
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
    envelopes.forEach(
        (name, envelope) -> {
          SentState sent = SentState.arrived(envelope);
          if (UnitEnvelope.isUnitName(name)) {
            units.put(name, sent);
          } else {
            sent.unit = UnitEnvelope.unitIfIntact(envelope);
            byName.put(name, sent);
          }
        });
  }

  /** Records what the values of a unit that came encode to here, before any caller has them. */
  synchronized void unitArrived(String name, @Nullable Fingerprint encoding) {
    SentState unit = units.get(name);
    if (unit != null) {
      unit.asArrived = encoding;
    }
  }

  /**
   * Takes the values that may differ from the sent ones. Costs a look at each attribute.
   *
   * @param always whether every mutable value is taken
   */
  synchronized AttributeCapture capture(boolean always) {
    AttributeCapture capture = new AttributeCapture(this, codec, patches, metrics, ++tickets);
    for (String name : cells.keySet()) {
      byName.computeIfAbsent(name, absent -> new SentState());
    }
    boolean anyMutable = false;
    // One look at each name decides whether it is there; a second one might see something else.
    for (Iterator<Map.Entry<String, SentState>> each = byName.entrySet().iterator();
        each.hasNext(); ) {
      Map.Entry<String, SentState> entry = each.next();
      String name = entry.getKey();
      SentState sent = entry.getValue();
      AttributeCell cell = cells.get(name);
      AttributeCell.Snapshot snapshot = cell == null ? null : cell.snapshot(always);
      if (cell == null && sent.fingerprint == null && sent.underWay == 0) {
        each.remove();
      } else if (cell == null || snapshot != null) {
        capture.add(name, snapshot, sent, false);
        sent.underWay++;
        anyMutable |= snapshot != null && snapshot.mutable();
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
      sent.underWay++;
      pulled.add(capture.add(name, snapshot, sent, true));
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
          SentState unit = units.get(name);
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
    return sent != null && (sent.fingerprint != null || sent.underWay > 0);
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

  private synchronized boolean isSame(SentState unit, Fingerprint fingerprint) {
    return unit.isSame(fingerprint, unit.asArrived);
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
                  sent.fingerprint == null ? HeldBack.NOTHING : sent.version));
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
          if (sent.fingerprint != null && !used.contains(name)) {
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
        item.fingerprint, item.snapshot == null ? sent.asArrived : item.snapshot.asArrived());
  }

  /** Returns whether to look for a patch; takes note of the step that it would be against. */
  synchronized boolean mayPatch(AttributeCapture.Item item) {
    SentState sent = sent(item);
    if (sent.fingerprint == null || !differs(item)) {
      return false;
    }
    item.base = sent.step;
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
    return sent.fingerprint != null && sent.step == item.base;
  }

  synchronized void sent(
      AttributeCapture capture, AttributeCapture.Publication publication, long version) {
    for (AttributeCapture.Item item : publication.items()) {
      SentState sent = sent(item);
      sent.ticket = capture.ticket;
      sent.unit = item.unit;
      if (item.differs) {
        sent.replace(item.fingerprint, item.envelope, ++steps, version);
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
    units.keySet().removeAll(publication.unitsGone());
    settle(capture);
  }

  /** Records that the capture is under way no more, which {@link #sent} sees to, too. */
  synchronized void settle(AttributeCapture capture) {
    for (AttributeCapture.Item item : capture.items()) {
      SentState sent = sent(item);
      sent.underWay--;
      if (sent.underWay == 0 && sent.fingerprint == null) {
        byName.remove(item.name);
      }
    }
    units.values().removeIf(unit -> unit.fingerprint == null);
  }

  @GuardedBy("this")
  private SentState sent(AttributeCapture.Item item) {
    if (item.isUnit) {
      return units.computeIfAbsent(item.name, absent -> new SentState());
    }
    return requireNonNull(item.sent, "an attribute is not known to the capture it is part of");
  }

  /**
   * The state that the secondaries were sent under one name, of an attribute or of a unit. Guarded
   * by the monitor of {@link SentAttributes}, whose rules it keeps.
   */
  static final class SentState {
    /**
     * The longest pause, in changes: where nothing stays the same, comparing 200 KB takes 2 ms for
     * nothing.
     */
    private static final int LONGEST_PAUSE = 64;

    /** The fingerprint of the bytes; null if the secondaries have nothing. */
    @Nullable Fingerprint fingerprint;

    /** A flag that is set if the secondaries have the bytes that the session came with. */
    private boolean arrived;

    /** The fingerprint of what the values of a unit that came encoded to on their arrival. */
    @Nullable Fingerprint asArrived;

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
     * The version of the session in which they were sent the bytes; 0 if the session came with
     * them.
     */
    long version;

    /**
     * The number of the bytes that they have: another one for each publication in the session, 0 if
     * the session came with them.
     */
    long step;

    /** The number of changes that go by before a patch is looked for again. */
    private int pause;

    /** The length of the next pause. */
    private int nextPause;

    /** Returns the state of a name that the session came with. */
    static SentState arrived(byte[] envelope) {
      SentState state = new SentState();
      state.fingerprint = Fingerprint.of(envelope);
      state.bytes = envelope.length;
      state.arrived = true;
      return state;
    }

    /**
     * Returns whether bytes are what the secondaries have, or count as such.
     *
     * @param other the fingerprint of the bytes; null for none
     * @param encodedAs the fingerprint of what the value encoded to when it arrived, if it did
     */
    boolean isSame(@Nullable Fingerprint other, @Nullable Fingerprint encodedAs) {
      return Objects.equals(other, fingerprint)
          || (arrived && other != null && other.equals(encodedAs));
    }

    /**
     * Records that other bytes are on their way, or that there are none any more.
     *
     * @param number the number of this publication
     * @param inVersion the version of the session
     */
    void replace(
        @Nullable Fingerprint by, byte @Nullable [] envelope, long number, long inVersion) {
      fingerprint = by;
      bytes = envelope == null ? 0 : envelope.length;
      arrived = false;
      step = number;
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
      nextPause = found ? 0 : Math.min(LONGEST_PAUSE, Math.max(1, 2 * nextPause));
    }
  }
}
