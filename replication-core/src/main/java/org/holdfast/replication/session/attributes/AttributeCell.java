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
   *     its class had written them, or another JDK. `asArrived` is its encoding before any caller had it: as long as it
   *     still does, the bytes that came stay where they are, with all that only their writer knows.
   */

  /**
   * The cell's value as it was before encoding, and the marks that its envelope will cover.
   *
   * @param mutable whether it can change or share objects with other attributes
   * @param asArrived see {@link AttributeCell#asArrived}
   */
  record Snapshot(
      AttributeCell cell,
      Object value,
      boolean mutable,
      long marks,
      @Nullable Fingerprint asArrived) {}

  /**
   * The value if it was put and cannot change, as most are; else null. It is the value for ever,
   * and a caller that needs no more than that takes no lock.
   */
  private final @Nullable Object constant;

  /** The bytes that arrived, until they are decoded. */
  @GuardedBy("this")
  private byte @Nullable [] arrived;

  /**
   * The value that was decoded together with one that was asked for; no caller asked for this one
   * yet.
   */
  @GuardedBy("this")
  private @Nullable Object notAskedFor;

  @GuardedBy("this")
  private boolean unreadable;

  @GuardedBy("this")
  private @Nullable Object value;

  /** The fingerprint of the value's own encoding when it was decoded; null if none was made. */
  @GuardedBy("this")
  private @Nullable Fingerprint asArrived;

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
    constant = null;
    arrived = envelope;
  }

  /**
   * Creates a cell of a value that was put; it is pending.
   *
   * @param before the cell that was there; if it has this very value, that still is as it arrived
   */
  AttributeCell(Object value, boolean mutable, @Nullable AttributeCell before) {
    constant = mutable ? null : value;
    this.value = value;
    this.mutable = mutable;
    touched = mutable;
    marks = 1;
    asArrived = before == null ? null : before.asArrived(value);
  }

  private @Nullable Fingerprint asArrived(Object candidate) {
    if (constant != null && constant != candidate) {
      return null;
    }
    synchronized (this) {
      return value == candidate ? asArrived : null;
    }
  }

  /** Returns the value if it was put here and cannot change, else null. Takes no lock. */
  @Nullable Object constant() {
    return constant;
  }

  /** Returns the bytes to decode, null if that was done or found impossible. */
  synchronized byte @Nullable [] undecoded() {
    return unreadable ? null : arrived;
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
    asArrived = encoding;
    mutable = candidateMutable;
    arrived = null;
    notAskedFor = null;
    unreadable = false;
    return true;
  }

  /**
   * Offers a value that was decoded with others of {@code unit}; returns whether the bytes here
   * belong to that unit.
   */
  synchronized boolean cameWith(String unit, Object candidate) {
    if (value == null && arrived != null && unit.equals(UnitEnvelope.unitIfIntact(arrived))) {
      notAskedFor = candidate;
      return true;
    }
    return false;
  }

  /**
   * Returns whether there are bytes only: no caller asked for the value, or it cannot be read here.
   */
  synchronized boolean isBytesOnly() {
    return value == null && notAskedFor == null;
  }

  /** Records that the bytes cannot be decoded; returns whether that is news. */
  synchronized boolean undecodable() {
    boolean news = value == null && !unreadable;
    unreadable |= news;
    return news;
  }

  /** Returns the value if it is an object here; does not count as handing it out. */
  synchronized @Nullable Object peek() {
    return value;
  }

  synchronized boolean isUnreadable() {
    return unreadable;
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

  /**
   * Returns what to encode, null if the secondaries were sent what is here.
   *
   * @param always whether a mutable value may have changed though no caller received it
   */
  synchronized @Nullable Snapshot snapshot(boolean always) {
    Object current = value;
    if (current == null || !(touched || marks > marksSent || (always && mutable))) {
      return null;
    }
    if (touched) {
      marks++;
    }
    return new Snapshot(this, current, mutable, marks, asArrived);
  }

  /**
   * Returns what to encode of a value that may share objects with others; null if there is none.
   */
  synchronized @Nullable Snapshot snapshotOfShared() {
    if (value != null) {
      return snapshot(true);
    }
    return notAskedFor == null ? null : new Snapshot(this, notAskedFor, true, marks, null);
  }

  /** Returns whether the value is an object here that may share objects with other attributes. */
  boolean mayShare() {
    if (constant != null) {
      return false;
    }
    synchronized (this) {
      return notAskedFor != null || (value != null && mutable);
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
    if (constant == null) {
      synchronized (this) {
        touched = false;
      }
    }
  }
}
