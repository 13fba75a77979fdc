// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.holdfast.replication.session.CommitOutcome;
import org.holdfast.replication.session.Lookup;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.SessionReplicator;

/** Users that count in their sessions, on one node and the other in turn. */
public final class CountingUsers {
  private static final int USERS = 4;
  private static final Duration MOST_FOR_A_REQUEST = Duration.ofSeconds(2);

  /**
   * The answers that users accept.
   *
   * @param isStreamBroken whether nodes may answer without protection or refuse a request
   * @param most the longest time of a request
   */
  private record Bounds(boolean isStreamBroken, Duration most) {}

  private CountingUsers() {}

  /** Runs {@code step}, and requires that no user loses a count or waits for long meanwhile. */
  public static void noticeNothing(List<SessionReplicator> shops, CapturedLog.Step step)
      throws Exception {
    run(shops, step, new Bounds(false, MOST_FOR_A_REQUEST));
  }

  /**
   * Runs {@code step}, which breaks a stream, and requires that no user loses a protected count or
   * waits longer than {@code most} meanwhile. While the stream is broken, nodes may refuse requests
   * and answer without protection, as in a cut.
   */
  static void loseNothing(List<SessionReplicator> shops, Duration most, CapturedLog.Step step)
      throws Exception {
    run(shops, step, new Bounds(true, most));
  }

  private static void run(List<SessionReplicator> shops, CapturedLog.Step step, Bounds bounds)
      throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    List<CompletableFuture<Integer>> users = new ArrayList<>();
    for (int i = 0; i < USERS; i++) {
      String id = begun(shops.get(0));
      users.add(CompletableFuture.supplyAsync(() -> count(shops, id, over, bounds)));
    }
    try {
      step.run();
    } finally {
      over.set(true);
    }
    assertThat(users).allSatisfy(user -> assertThat(user.join()).isPositive());
  }

  private static String begun(SessionReplicator shop) {
    ReplicatedSession session = shop.create(Duration.ofMinutes(30), 0);
    session.attributes().put("count", 0);
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();
    return session.id();
  }

  /** Counts in the session, on one node and the other in turn; returns how far. */
  private static int count(
      List<SessionReplicator> shops, String id, AtomicBoolean over, Bounds bounds) {
    int count = 0;
    int turn = 0;
    CommitOutcome last = CommitOutcome.PROTECTED;
    while (!over.get() || count == 0) {
      long start = System.nanoTime();
      Lookup lookup = shops.get(++turn % 2).acquire(id, null);
      if (lookup instanceof Lookup.Found found) {
        ReplicatedSession session = found.session();
        Object before = session.attributes().put("count", count + 1);
        CommitOutcome outcome = session.commit();
        session.exit();
        if (outcome.isAnswer()) {
          // A node may lose a count that it answered without protection.
          assertThat(before.equals(count) || last != CommitOutcome.PROTECTED)
              .as("the count is %s after the answer %s", before, count)
              .isTrue();
          last = outcome;
          count++;
        }
        assertThat(outcome == CommitOutcome.PROTECTED || bounds.isStreamBroken())
            .as("%s", outcome)
            .isTrue();
      } else {
        assertThat(lookup instanceof Lookup.Unavailable && bounds.isStreamBroken())
            .as("%s", lookup)
            .isTrue();
      }
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(bounds.most());
    }
    return count;
  }
}
