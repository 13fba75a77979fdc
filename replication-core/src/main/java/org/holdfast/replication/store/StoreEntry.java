// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import org.holdfast.replication.session.CommitOutcome;
import org.holdfast.replication.session.ReplicatedSession;
import org.jspecify.annotations.Nullable;

/**
 * An open entry of a store, which stays on this node until it is {@linkplain #close closed}, for a
 * bounded time (the node's hand-over timeout). Thread-safe, as far as the values of its attributes
 * are.
 *
 * <p>All callers that have an entry open on one node see the same live attributes. Other nodes know
 * the entry as it was at the last {@link #commit}.
 */
public final class StoreEntry implements AutoCloseable {
  /*
   * Locks: the monitor of the session, so that looking at the version of bytes and writing the next one, and removing the
   * entry, are each one step on this node; that no other node does so meanwhile is the protocol's affair. It is held for
   * that alone, never while something is sent or waited for.
   */
  static final String BYTES = "holdfast.bytes";

  static final String NOT_HELD =
      "no other node holds it, and the setting degraded forbids an answer then";

  /** The bits of a random first version: so far below the largest that no entry ever gets there. */
  private static final int FIRST_VERSION_BITS = 40;

  private final StoreKey key;
  private final ReplicatedSession session;
  private volatile boolean removed;
  private boolean closed;

  /** The bytes that the last {@link #write} put; {@code before} are the ones that they replaced. */
  private byte @Nullable [] written;

  private byte @Nullable [] before;

  StoreEntry(StoreKey key, ReplicatedSession session) {
    this.key = key;
    this.session = session;
  }

  public StoreKey key() {
    return key;
  }

  /**
   * Returns the live attributes. A value that was changed in place counts as changed, as the
   * store's detection says. Putting a value that cannot be replicated throws {@link
   * org.holdfast.replication.serialization.UnserializableAttributeException}, an {@link
   * IllegalArgumentException}, and changes nothing. Names that begin with {@code holdfast.} are the
   * store's own.
   */
  public ConcurrentMap<String, Object> attributes() {
    return session.attributes();
  }

  /**
   * Replicates the changes and waits until the secondaries have them, at most for the ack timeout
   * (longer with {@code CONSISTENT} or {@code WAIT}). It waits also if nothing was changed here,
   * since the values that were read may be another thread's changes. Call it before you report what
   * was read or written.
   *
   * @return whether every secondary has the changes; false if this node alone has them for now, or
   *     with {@code ASYNC} they are on their way
   * @throws UncertainWriteException if another node took the entry over, another caller removed it,
   *     or it could not be protected and the policy is to refuse
   * @throws org.holdfast.replication.serialization.UnserializableAttributeException if a value was
   *     changed into one that cannot be replicated; nothing was sent
   */
  public boolean commit() {
    boolean isProtected = acknowledged();
    if (session.hasEnded() && !removed) {
      throw new UncertainWriteException(key, "another caller removed it");
    }
    return isProtected;
  }

  /** Commits like {@link #commit}, also if the step to acknowledge is the end of the entry. */
  boolean acknowledged() {
    return switch (settle()) {
      case PROTECTED -> true;
      case SENT, DEGRADED -> false;
      case REFUSED -> throw new UncertainWriteException(key, NOT_HELD);
      case FENCED -> throw new UncertainWriteException(key, "another node took it over");
    };
  }

  CommitOutcome settle() {
    return session.commitWhole();
  }

  /** Returns whether the entry has neither bytes nor attributes. */
  public boolean isEmpty() {
    return session.attributes().isEmpty();
  }

  /** Ends the entry everywhere; the next {@link #commit} waits until the secondaries know. */
  public void remove() {
    removed = true;
    synchronized (session) {
      session.invalidate();
    }
  }

  /** Lets other nodes have the entry. Does not commit. Does nothing the second time. */
  @Override
  public void close() {
    synchronized (session) {
      if (closed) {
        return;
      }
      closed = true;
    }
    session.exit();
  }

  // bytes and their version: one attribute, so that no commit has the one without the other

  /** Returns the version of the bytes; {@link ReplicatedStore#ABSENT} if there are none. */
  long version() {
    byte[] stored = (byte[]) session.attributes().get(BYTES);
    return stored == null ? ReplicatedStore.ABSENT : ByteBuffer.wrap(stored).getLong();
  }

  /** Returns the bytes with their version; null if there are none. */
  @Nullable Versioned read() {
    byte[] stored = (byte[]) session.attributes().get(BYTES);
    if (stored == null) {
      return null;
    }
    ByteBuffer buffer = ByteBuffer.wrap(stored);
    long version = buffer.getLong();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return new Versioned(version, bytes);
  }

  /**
   * The result of an attempt to write or remove: if it was not done, the entry has gone or is at
   * another version.
   */
  record Attempt(boolean done, boolean gone, long version) {}

  /**
   * Writes the next version, if the entry is at {@code expected}.
   *
   * @param expected {@link ReplicatedStore#ANY} if any version will do
   */
  Attempt write(byte[] bytes, long expected) {
    synchronized (session) {
      if (!session.isValid()) {
        return new Attempt(false, true, ReplicatedStore.ABSENT);
      }
      long now = version();
      if (expected != ReplicatedStore.ANY && expected != now) {
        return new Attempt(false, false, now);
      }
      long next =
          now == ReplicatedStore.ABSENT
              ? 1 + ThreadLocalRandom.current().nextLong(1L << FIRST_VERSION_BITS)
              : now + 1;
      byte[] put = ByteBuffer.allocate(Long.BYTES + bytes.length).putLong(next).put(bytes).array();
      before = (byte[]) session.attributes().put(BYTES, put);
      written = put;
      return new Attempt(true, false, next);
    }
  }

  /** Undoes a write that cannot be replicated, unless another has followed. */
  void undo() {
    synchronized (session) {
      if (session.attributes().get(BYTES) != written) {
        return;
      }
      byte[] former = before;
      if (former == null) {
        session.attributes().remove(BYTES);
      } else {
        session.attributes().put(BYTES, former);
      }
    }
  }

  /** Removes the entry, if it is at {@code expected}. */
  Attempt removeAt(long expected) {
    synchronized (session) {
      if (!session.isValid()) {
        return new Attempt(false, true, ReplicatedStore.ABSENT);
      }
      long now = version();
      if (expected != ReplicatedStore.ANY && expected != now) {
        return new Attempt(false, false, now);
      }
      session.invalidate();
      return new Attempt(true, false, now);
    }
  }
}
