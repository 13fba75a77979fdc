// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.session.CommitOutcome;
import org.holdfast.replication.session.Lookup;
import org.holdfast.replication.session.NamedSessions;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.SessionReplicator;
import org.jspecify.annotations.Nullable;

/**
 * A store of entries under chosen names, each held by this node or another and by its secondaries.
 * It is for the state of components that is not in an HTTP session. An entry is either bytes with a
 * version ({@link #get}, {@link #put}, {@link #remove}) or attributes ({@link #open}).
 *
 * <p>The guarantees are those of sessions. A write that {@code put} or {@link StoreEntry#commit}
 * returned as protected survives any one failure (k failures with k secondaries). The node that is
 * asked next finds it, without waiting for the failure to be noticed. All nodes see one history of
 * an entry; of two writers that expect the same version exactly one wins. A node that was left
 * behind, stopped or cut off, gets no write acknowledged. It answers nothing from its old state
 * beyond what is said of sessions. Between entries nothing is promised, except that each caller's
 * writes happen in its order.
 *
 * <p>Thread-safe. Each call blocks. An entry that is here and was confirmed a moment ago is read
 * without asking another node. A write waits for one acknowledgement of its secondaries. An entry
 * that is elsewhere comes here first, in one to two rounds of questions, and waits for the callers
 * that have it open there. The first write of a name costs two rounds. No call lasts much longer
 * than two of the node's acquire timeouts and two ack timeouts together, with {@code CONSISTENT}
 * eight. Entries move to the node that uses them: callers that stay with one node, as requests of a
 * session do, pay for that once.
 *
 * <p>Several stores and web applications share a node. A store uses one thread, for expiry.
 */
public final class ReplicatedStore implements AutoCloseable {
  /** The version of an entry that is not there. */
  public static final long ABSENT = 0;

  /** The expected version that stands for any version, or none. */
  static final long ANY = -1;

  /**
   * The most tries of a call, each of which fails if another caller removes the entry just then.
   */
  private static final int MOST_TRIES = 20;

  private final StoreConfig config;
  private final SessionReplicator replicator;
  private final NamedSessions entries;
  private final StoreExpiry expiry;

  /** The keys of the entries that callers use here. */
  private final Map<ReplicatedSession, StoreKey> names;

  private volatile boolean closed;

  private ReplicatedStore(
      StoreConfig config,
      SessionReplicator replicator,
      Map<ReplicatedSession, StoreKey> names,
      StoreListener listener) {
    this.config = config;
    this.replicator = replicator;
    this.names = names;
    this.entries = replicator.named();
    this.expiry = new StoreExpiry(replicator, config, listener);
  }

  /**
   * Serves a store on {@code node} until it is closed. Serve it on each node of the cluster, or no
   * node may be left to end expired entries; nodes without it still hold copies.
   *
   * @throws IllegalStateException if the node serves a store or web application of that name
   */
  public static ReplicatedStore open(
      ReplicationNode node, StoreConfig config, StoreListener listener) {
    Map<ReplicatedSession, StoreKey> names = Collections.synchronizedMap(new WeakHashMap<>());
    SessionReplicator replicator =
        node.register(
            config.application(),
            session -> {
              StoreKey released = names.remove(session);
              if (released != null) {
                listener.onReleased(released);
              }
            });
    return new ReplicatedStore(config, replicator, names, listener);
  }

  /** Serves a store whose entries expire without a call of a listener. */
  public static ReplicatedStore open(ReplicationNode node, StoreConfig config) {
    return open(node, config, StoreListener.NONE);
  }

  /**
   * Returns the bytes of an entry; empty if there are none. Counts as use of the entry.
   *
   * @throws EntryUnavailableException if that cannot be found out
   */
  public Optional<Versioned> get(StoreKey key) {
    for (RetryLimit tries = tries(key); tries.another(); ) {
      StoreEntry found = entry(key, entries.find(key.sessionName()));
      if (found == null) {
        return Optional.empty();
      }
      try (found) {
        Versioned value = found.read();
        if (isSure(found)) {
          return Optional.ofNullable(value);
        }
      }
    }
    throw new EntryUnavailableException(
        key, "another node took it over during each attempt to read it");
  }

  /**
   * Returns whether a caller may receive what was read; false if the entry went elsewhere: look
   * there.
   */
  private static boolean isSure(StoreEntry read) {
    CommitOutcome outcome = read.settle();
    if (outcome == CommitOutcome.REFUSED) {
      throw new EntryUnavailableException(read.key(), StoreEntry.NOT_HELD);
    }
    return outcome.isAnswer();
  }

  /**
   * Writes bytes, whatever the entry has.
   *
   * @throws EntryUnavailableException if the entry cannot be had; nothing was written
   * @throws UncertainWriteException if it is not known whether they were written
   * @throws IllegalArgumentException if there are more bytes than an attribute may have, or than
   *     fit into one frame; nothing was written
   */
  public Written put(StoreKey key, byte[] bytes) {
    return write(key, bytes, ANY);
  }

  /**
   * Writes bytes, if the entry is at the expected version. If several callers expect the same
   * version, one wins.
   *
   * @param expectedVersion the version that {@link #get} or {@link #put} returned; {@link #ABSENT}
   *     if there must not be an entry
   * @throws StaleVersionException if the entry is at another version
   * @throws EntryUnavailableException as above
   * @throws UncertainWriteException as above
   */
  public Written put(StoreKey key, byte[] bytes, long expectedVersion) {
    return write(key, bytes, checked(expectedVersion));
  }

  private Written write(StoreKey key, byte[] bytes, long expected) {
    for (RetryLimit tries = tries(key); tries.another(); ) {
      // A caller that expects a version begins no entry.
      @Nullable StoreEntry found =
          expected > ABSENT ? entry(key, entries.find(key.sessionName())) : begun(key);
      if (found == null) {
        throw new StaleVersionException(key, expected, ABSENT);
      }
      try (found) {
        StoreEntry.Attempt attempt = found.write(bytes, expected);
        if (attempt.done()) {
          return new Written(attempt.version(), commitWrite(found));
        }
        tellStale(attempt, found, expected);
      }
    }
    throw new EntryUnavailableException(
        key, "it was removed, or another node took it over, during each attempt to write it");
  }

  private static boolean commitWrite(StoreEntry written) {
    try {
      return written.acknowledged();
    } catch (IllegalArgumentException tooLarge) {
      // Else it would be read here, and refused with each later commit.
      written.undo();
      throw tooLarge;
    }
  }

  /** Throws if the entry is at another version, once that is confirmed; returns if it has gone. */
  private static void tellStale(StoreEntry.Attempt refused, StoreEntry read, long expected) {
    if (!refused.gone() && isSure(read)) {
      throw new StaleVersionException(read.key(), expected, refused.version());
    }
  }

  /**
   * Removes an entry, bytes or attributes.
   *
   * @return false if there was none
   * @throws EntryUnavailableException if it cannot be had; nothing was removed
   * @throws UncertainWriteException if it is not known whether it was removed
   */
  public boolean remove(StoreKey key) {
    return removed(key, ANY);
  }

  /**
   * Removes an entry, if it is at the expected version.
   *
   * @param expectedVersion the version that {@link #get} or {@link #put} returned
   * @throws StaleVersionException if the entry is at another version, or there is none
   * @throws EntryUnavailableException as above
   * @throws UncertainWriteException as above
   * @throws IllegalArgumentException if no entry can be at {@code expectedVersion}
   */
  public void remove(StoreKey key, long expectedVersion) {
    if (expectedVersion <= ABSENT) {
      throw new IllegalArgumentException(
          "expectedVersion of an entry to remove must be above "
              + ABSENT
              + ", was "
              + expectedVersion);
    }
    if (!removed(key, expectedVersion)) {
      throw new StaleVersionException(key, expectedVersion, ABSENT);
    }
  }

  private boolean removed(StoreKey key, long expected) {
    for (RetryLimit tries = tries(key); tries.another(); ) {
      @Nullable StoreEntry found = entry(key, entries.find(key.sessionName()));
      if (found == null) {
        return false;
      }
      try (found) {
        boolean wasThere = !found.isEmpty();
        StoreEntry.Attempt attempt = found.removeAt(expected);
        if (attempt.done()) {
          boolean unused = found.acknowledged();
          return wasThere;
        }
        tellStale(attempt, found, expected);
      }
    }
    throw new EntryUnavailableException(
        key, "it was removed, or another node took it over, during each attempt to remove it");
  }

  /**
   * Opens an entry to work with its attributes; begins it if there is none. Close it soon.
   *
   * @throws EntryUnavailableException if it cannot be had
   */
  public StoreEntry open(StoreKey key) {
    return begun(key);
  }

  /**
   * Opens an entry; returns empty if there is none, or it has neither bytes nor attributes.
   *
   * @throws EntryUnavailableException if that cannot be found out
   */
  public Optional<StoreEntry> find(StoreKey key) {
    requireOpen(key);
    @Nullable StoreEntry found = entry(key, entries.find(key.sessionName()));
    if (found != null && found.isEmpty()) {
      found.close();
      return Optional.empty();
    }
    return Optional.ofNullable(found);
  }

  private StoreEntry begun(StoreKey key) {
    for (RetryLimit tries = tries(key); tries.another(); ) {
      @Nullable StoreEntry begun =
          entry(key, entries.findOrBegin(key.sessionName(), config.expiry()));
      if (begun != null) {
        return begun;
      }
    }
    throw new EntryUnavailableException(key, "the former entry of this key is still being removed");
  }

  private @Nullable StoreEntry entry(StoreKey key, Lookup lookup) {
    if (lookup instanceof Lookup.Found found) {
      ReplicatedSession session = found.session();
      if (expiry.isEnding(session)) {
        session.exit();
        throw new EntryUnavailableException(key, "it has expired and is being removed now");
      }
      session.accessed();
      names.putIfAbsent(session, key);
      return new StoreEntry(key, session);
    }
    if (lookup instanceof Lookup.Unavailable unavailable) {
      throw new EntryUnavailableException(key, unavailable.reason());
    }
    return null;
  }

  /**
   * Requires that the store is open here: else the entry would come to this node, where no caller
   * may have it.
   */
  private void requireOpen(StoreKey key) {
    if (closed) {
      throw new EntryUnavailableException(key, "the store was closed on this node");
    }
  }

  private RetryLimit tries(StoreKey key) {
    requireOpen(key);
    return new RetryLimit(MOST_TRIES, entries.acquireTimeout());
  }

  private static long checked(long expectedVersion) {
    if (expectedVersion < ABSENT) {
      throw new IllegalArgumentException(
          "expectedVersion must be " + ABSENT + " or a version, was " + expectedVersion);
    }
    return expectedVersion;
  }

  /**
   * Ends the service of the store on this node; waits for an expiry that is under way, at most some
   * 5 s. Entries stay where they are; other nodes take them once the store has not been back for 10
   * s.
   */
  @Override
  public void close() {
    closed = true;
    expiry.close(5, TimeUnit.SECONDS);
    replicator.close();
  }
}
