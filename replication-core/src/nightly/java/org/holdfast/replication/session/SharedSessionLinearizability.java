// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Whether requests of one session, sent to two real nodes at once, are answered as if they had come
 * one after the other: no increment is lost, no read is old, and what has ended stays ended. The
 * nodes have their own threads and sockets, which Lincheck cannot schedule, so it runs each
 * scenario many times and judges the answers (stress mode).
 */
class SharedSessionLinearizability {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static TestCluster cluster;

  /** The session as it would be if there were one node and one thread. */
  public static final class OneCounter {
    private int counter;
    private boolean ended;

    public int incrementOnA() {
      return ended ? SharedSession.GONE : ++counter;
    }

    public int incrementOnB() {
      return incrementOnA();
    }

    public int readOnA() {
      return ended ? SharedSession.GONE : counter;
    }

    public int readOnB() {
      return readOnA();
    }

    public int invalidateOnA() {
      int answer = ended ? SharedSession.GONE : 0;
      ended = true;
      return answer;
    }

    public int invalidateOnB() {
      return invalidateOnA();
    }
  }

  @BeforeAll
  static void start() {
    // A machine that stalls for a second is not a fault: only the order of answers is judged.
    cluster =
        new TestCluster(
            2,
            node ->
                node.ackTimeout(PATIENCE)
                    .handOverTimeout(PATIENCE)
                    .silenceTimeout(Duration.ofSeconds(5))
                    .acquireTimeout(PATIENCE),
            shop -> shop);
    SharedSession.useNodesOf(cluster);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void commitFirst() {
    SharedSession.commitFirst(true);
  }

  @Test
  void answersAsOneNodeWould_whileTheSessionMovesBetweenTwo() {
    int movesBefore = SharedSession.MOVES.get();
    int refusalsBefore = SharedSession.REFUSALS.get();

    options(60, 150).check(SharedSession.class);

    int moves = SharedSession.MOVES.get() - movesBefore;
    System.out.printf("requests that moved the session to the other node: %,d%n", moves);
    assertThat(moves).isGreaterThan(1_000);
    assertThat(SharedSession.REFUSALS.get() - refusalsBefore)
        .as("requests refused although nothing failed")
        .isZero();
  }

  @Test
  void isNotedAsWrong_whenAnswersDoNotWaitForTheCommit() {
    SharedSession.commitFirst(false);

    assertThatThrownBy(() -> options(60, 150).check(SharedSession.class))
        .isInstanceOf(LincheckAssertionError.class)
        .hasMessageContaining("Invalid execution results");
  }

  private static StressOptions options(int iterations, int invocations) {
    return new StressOptions()
        .iterations(iterations)
        .invocationsPerIteration(invocations)
        .threads(3)
        .actorsBefore(0)
        .actorsPerThread(3)
        .actorsAfter(2)
        .minimizeFailedScenario(false)
        .sequentialSpecification(OneCounter.class);
  }
}
