// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;

/**
 * One session, used on both of two real nodes; Lincheck makes a new one for each run. Numbers are
 * the state of its counter, {@link #GONE} that nobody knows the session any more.
 *
 * <p>A request does what an application does: it finds the session, changes it under a lock that
 * its node's requests share, and answers after the commit.
 */
public class SharedSession {
  static final int GONE = -1;
  static final AtomicInteger MOVES = new AtomicInteger();
  static final AtomicInteger REFUSALS = new AtomicInteger();
  private static final int MOST_ATTEMPTS = 200;
  private static volatile TestCluster cluster;
  private static volatile boolean committing = true;

  private final String id;
  private volatile int lastServedBy;

  /** The work of one request on its session. */
  private interface Use {
    int of(ReplicatedSession session);
  }

  /** The client gets "come back later", and comes back. */
  private static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedException() {
      super("the session was not served here any more", null, false, false);
    }
  }

  public SharedSession() {
    ReplicatedSession session = cluster.shops.get(0).create(Duration.ofHours(1), 0);
    session.attributes().put("counter", 0);
    answer(session);
    session.exit();
    id = session.id();
  }

  /** The nodes that every session from now on is used on. */
  static void useNodesOf(TestCluster nodes) {
    cluster = nodes;
  }

  /** Whether a request commits before it answers, as it must. */
  static void commitFirst(boolean wanted) {
    committing = wanted;
  }

  @Operation
  public int incrementOnA() {
    return request(0, SharedSession::increment);
  }

  @Operation
  public int incrementOnB() {
    return request(1, SharedSession::increment);
  }

  @Operation
  public int readOnA() {
    return request(0, SharedSession::counter);
  }

  @Operation
  public int readOnB() {
    return request(1, SharedSession::counter);
  }

  @Operation(runOnce = true)
  public int invalidateOnA() {
    return request(0, SharedSession::invalidate);
  }

  @Operation(runOnce = true)
  public int invalidateOnB() {
    return request(1, SharedSession::invalidate);
  }

  private static int increment(ReplicatedSession session) {
    synchronized (session) {
      int next = counter(session) + 1;
      session.attributes().put("counter", next);
      return next;
    }
  }

  private static int counter(ReplicatedSession session) {
    return (Integer) session.attributes().get("counter");
  }

  private static int invalidate(ReplicatedSession session) {
    synchronized (session) {
      // The second caller finds it ended, as a container's invalidate() does.
      if (!session.isValid()) {
        return GONE;
      }
      session.invalidate();
      return 0;
    }
  }

  private int request(int node, Use use) {
    Lookup lookup = new Lookup.Unknown();
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      lookup = cluster.shops.get(node).acquire(id, null);
      if (lookup instanceof Lookup.Unknown) {
        return GONE;
      }
      if (lookup instanceof Lookup.Found found) {
        try {
          return serve(node, found.session(), use);
        } catch (RefusedException refused) {
          REFUSALS.incrementAndGet();
        }
      }
    }
    throw new IllegalStateException("not served on node " + node + " at last: " + lookup);
  }

  private int serve(int node, ReplicatedSession session, Use use) {
    try {
      int answer = use.of(session);
      if (committing) {
        answer(session);
      }
      if (lastServedBy != node) {
        lastServedBy = node;
        MOVES.incrementAndGet();
      }
      return answer;
    } finally {
      session.exit();
    }
  }

  /**
   * Nothing fails here, so nothing less than protection will do. A refusal promises that nothing
   * was changed, or the same increment would be seen twice.
   */
  private static void answer(ReplicatedSession session) {
    CommitOutcome outcome = session.commit();
    if (outcome == CommitOutcome.FENCED) {
      throw new RefusedException();
    }
    if (outcome != CommitOutcome.PROTECTED) {
      throw new IllegalStateException("committed, but " + outcome);
    }
  }
}
