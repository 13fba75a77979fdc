// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.holdfast.replication.serialization.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * A value that was put under a name, or arrived as bytes; putting again makes a new cell.
 * Thread-safe.
 *
 * <p>Its monitor is held for a few field accesses only, never while anything is encoded or decoded.
 * That runs code of the application, which may wait for a lock whose owner wants this cell.
 *
 * <p>There is one for each attribute of each session here. It takes 40 bytes of heap, and 24 more
 * until bytes that came are decoded.
 */
final class AttributeCell {
  /*
   * C1  Putting or handing out a mutable value raises `marks`; a capture remembers `marks` as they were before it began to
   *     encode; when its envelope is what the secondaries were sent, `marksSent` becomes that. So the cell is pending while
   *     marks > marksSent: from before the change until it was sent. A capture that fails, or is refused, clears nothing.
   * C2  A touched value may be mutated, through a reference that a running request holds, at any time. Each capture takes it
   *     and raises `marks`, for what may have been mutated since the last one: if this capture fails, the cell is pending
   *     even when no request is left.
   * C3  A value that came as bytes may encode to others, although no code changed it: a node with another version of
   *     its class had written them, or another JDK. `asArrived()` is its encoding before any caller had it: as long as it
   *     still does, the bytes that came stay where they are, with all that only their writer knows.
   */

  /**
   * The cell's value as it was before encoding, and the marks that its envelope will cover.
   *
   * @param mutable whether it can change or share objects with other attributes
   * @param asArrived see {@link AttributeCell#asArrived()}
   */
  record Snapshot(
      AttributeCell cell,
      Object value,
      boolean mutable,
      long marks,
      @Nullable Fingerprint asArrived) {}

  /** Bytes that arrived, until they are decoded. Guarded by the monitor of their cell. */
  private static final class Arrival {
    final byte[] envelope;

    /**
     * The value that was decoded together with one that was asked for; no caller asked for this one
     * yet.
     */
    @Nullable Object notAskedFor;

    /** A flag that is set if the bytes cannot be decoded here. */
    boolean unreadable;

    Arrival(byte[] envelope) {
      this.envelope = envelope;
    }
  }

  /**
   * A flag that is set if the value was put and cannot change, as most are. It is the value for
   * ever, and a caller that needs no more than that takes no lock.
   */
  private final boolean constant;

  /** The value; null until it is decoded. Written before the cell is published if constant. */
  @GuardedBy("this")
  private @Nullable Object value;

  /**
   * How the value came: the {@link Arrival} until it is decoded, then the {@link Fingerprint} of
   * the value's own encoding at that time; null if none was made, or the value was put here.
   */
  @GuardedBy("this")
  private @Nullable Object origin;

  @GuardedBy("this")
  private boolean mutable;

  @GuardedBy("this")
  private boolean touched;

  @GuardedBy("this")
  private long marks;

  @GuardedBy("this")
  private long marksSent;

  /** Creates a cell of bytes that the secondaries have. */
  AttributeCell(byte[] envelope) {
    constant = false;
    origin = new Arrival(envelope);
  }

  /**
   * Creates a cell of a value that was put; it is pending.
   *
   * @param before the cell that was there; if it has this very value, that still is as it arrived
   */
  AttributeCell(Object value, boolean mutable, @Nullable AttributeCell before) {
    constant = !mutable;
    this.value = value;
    this.mutable = mutable;
    touched = mutable;
    marks = 1;
    origin = before == null ? null : before.asArrived(value);
  }

  private @Nullable Fingerprint asArrived(Object candidate) {
    Object only = constant();
    if (only != null && only != candidate) {
      return null;
    }
    synchronized (this) {
      return value == candidate ? asArrived() : null;
    }
  }

  @GuardedBy("this")
  private @Nullable Fingerprint asArrived() {
    return origin instanceof Fingerprint encoding ? encoding : null;
  }

  @GuardedBy("this")
  private @Nullable Arrival arrival() {
    return origin instanceof Arrival arrival ? arrival : null;
  }

  /** Returns the value if it was put here and cannot change, else null. Takes no lock. */
  @SuppressWarnings("GuardedBy") // a constant value is written once, by the constructor
  @Nullable Object constant() {
    return constant ? value : null;
  }

  /** Returns the bytes to decode, null if that was done or found impossible. */
  synchronized byte @Nullable [] undecoded() {
    Arrival arrival = arrival();
    return arrival == null || arrival.unreadable ? null : arrival.envelope;
  }

  /**
   * Offers the decoded value; of several the first one stays. Returns whether it is this one.
   *
   * @param encoding the fingerprint of what the candidate encodes to on this node, before any
   *     caller has it; null if immutable
   */
  synchronized boolean decoded(
      Object candidate, boolean candidateMutable, @Nullable Fingerprint encoding) {
    if (value != null) {
      return false;
    }
    value = candidate;
    origin = encoding;
    mutable = candidateMutable;
    return true;
  }

  /**
   * Offers a value that was decoded with others of {@code unit}; returns whether the bytes here
   * belong to that unit.
   */
  synchronized boolean cameWith(String unit, Object candidate) {
    Arrival arrival = arrival();
    if (arrival != null && unit.equals(UnitEnvelope.unitIfIntact(arrival.envelope))) {
      arrival.notAskedFor = candidate;
      return true;
    }
    return false;
  }

  /**
   * Returns whether there are bytes only: no caller asked for the value, or it cannot be read here.
   */
  synchronized boolean isBytesOnly() {
    Arrival arrival = arrival();
    return arrival != null && arrival.notAskedFor == null;
  }

  /** Records that the bytes cannot be decoded; returns whether that is news. */
  synchronized boolean undecodable() {
    Arrival arrival = arrival();
    if (arrival == null || arrival.unreadable) {
      return false;
    }
    arrival.unreadable = true;
    return true;
  }

  /** Returns the value if it is an object here; does not count as handing it out. */
  synchronized @Nullable Object peek() {
    return value;
  }

  synchronized boolean isUnreadable() {
    Arrival arrival = arrival();
    return arrival != null && arrival.unreadable;
  }

  /**
   * Returns the value, null if there is none that can be read.
   *
   * @param mayChange whether the receiver has to be expected to mutate it
   */
  synchronized @Nullable Object handOut(boolean mayChange) {
    if (value != null && mutable && mayChange) {
      touched = true;
      marks++;
    }
    return value;
  }

  /** Returns whether the value was touched, or marked since it was sent. */
  synchronized boolean isPending() {
    return touched || marks > marksSent;
  }

  /**
   * Returns what to encode, null if the secondaries were sent what is here.
   *
   * @param always whether a mutable value may have changed though no caller received it
   */
  synchronized @Nullable Snapshot snapshot(boolean always) {
    Object current = value;
    if (current == null || !(isPending() || (always && mutable))) {
      return null;
    }
    if (touched) {
      marks++;
    }
    return new Snapshot(this, current, mutable, marks, asArrived());
  }

  /**
   * Returns what to encode of a value that may share objects with others; null if there is none.
   */
  synchronized @Nullable Snapshot snapshotOfShared() {
    if (value != null) {
      return snapshot(true);
    }
    Arrival arrival = arrival();
    return arrival == null || arrival.notAskedFor == null
        ? null
        : new Snapshot(this, arrival.notAskedFor, true, marks, null);
  }

  /** Returns whether the value is an object here that may share objects with other attributes. */
  boolean mayShare() {
    if (constant) {
      return false;
    }
    synchronized (this) {
      Arrival arrival = arrival();
      return arrival == null ? value != null && mutable : arrival.notAskedFor != null;
    }
  }

  /**
   * Records that the value could not be sent: it is pending, also if no caller receives it any
   * more.
   */
  synchronized void mustGo() {
    marks++;
  }

  /** Records that everything marked up to {@code upTo} is on its way. */
  synchronized void sent(long upTo) {
    marksSent = Math.max(marksSent, upTo);
  }

  /** Records that no request is left that holds a reference; pending changes stay pending. */
  void forgetTouched() {
    if (!constant) {
      synchronized (this) {
        touched = false;
      }
    }
  }
}
