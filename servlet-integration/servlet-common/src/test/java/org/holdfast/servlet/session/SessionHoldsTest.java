// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The calls of a request to the sessions that it keeps on this node, in any order of its threads.
 */
@Timeout(60)
class SessionHoldsTest {
  private static final int ROUNDS = 3_000;

  private final SessionHolds holds = new SessionHolds(new RunningRequests());
  private final Counted session = new Counted();

  /** Counts as the core does, and fails where the core would count a request twice. */
  private static final class Counted implements SessionHolds.Holdable {
    private boolean here = true;
    private boolean broken;
    private int entered;
    private int exited;
    private int letGo;
    private int timesLetGo;
    private int timesTaken;

    @Override
    public synchronized boolean enter() {
      entered++;
      return true;
    }

    @Override
    public synchronized void exit() {
      assertThat(letGo).as("still let go at the exit").isZero();
      exited++;
      failIfBroken();
    }

    @Override
    public synchronized void letGo() {
      assertThat(letGo).as("let go already").isZero();
      letGo++;
      timesLetGo++;
    }

    @Override
    public synchronized boolean takeHold() {
      assertThat(letGo).as("not let go").isEqualTo(1);
      letGo--;
      timesTaken++;
      failIfBroken();
      return here;
    }

    private void failIfBroken() {
      if (broken) {
        throw new IllegalStateException("broken by the test");
      }
    }

    synchronized void assertOver() {
      assertThat(letGo).isZero();
      assertThat(exited).isEqualTo(entered);
    }
  }

  @Test
  void letsGo_whenTheAnswerIsAboutToLeaveAsTheContainersThreadLeaves() {
    holds.enter(session);
    holds.answered();
    assertThat(session.timesLetGo).isZero();

    holds.detach(false);

    assertThat(session.timesLetGo).isEqualTo(1);
  }

  @Test
  void letsGoOnce_whenItAnswersAgainAndAgain() {
    holds.enter(session);
    holds.detach(false);
    assertThat(session.timesLetGo).isZero();

    holds.answered();
    holds.answered();

    assertThat(session.timesLetGo).isEqualTo(1);
  }

  @Test
  void letsGo_whenTheResponseWasCommittedWithoutBeingAsked() {
    holds.enter(session);

    holds.detach(true);

    assertThat(session.timesLetGo).isEqualTo(1);
  }

  @Test
  void letsGoOnce_whenTheAnswerMeetsTheLeaveOfTheContainersThread() throws Exception {
    inRounds(
        round -> {
          SessionHolds racing = new SessionHolds(new RunningRequests());
          Counted shared = new Counted();
          racing.enter(shared);

          round.together(racing::answered, () -> racing.detach(false));

          assertThat(shared.timesLetGo).isEqualTo(1);
          racing.attach();
          racing.close();
          shared.assertOver();
        });
  }

  @Test
  void exitsOnceAndNeverWhileLetGo_whenTheAnswerMeetsTheEndOfTheRequest() throws Exception {
    inRounds(
        round -> {
          SessionHolds racing = new SessionHolds(new RunningRequests());
          Counted shared = new Counted();
          racing.enter(shared);
          racing.detach(false);

          round.together(
              racing::answered,
              () -> {
                racing.attach();
                racing.close();
              });

          shared.assertOver();
        });
  }

  @Test
  void staysLetGo_whenTheSessionIsElsewhereAsTheContainersThreadReturns() {
    holds.enter(session);
    holds.detach(true);
    session.here = false;

    holds.attach();

    assertThat(holds.isElsewhere(session)).isTrue();
    assertThat(session.letGo).as("or it would hide the end of another request").isEqualTo(1);
    holds.close();
    session.assertOver();
  }

  @Test
  void isHereAgain_whenTheSecondAttemptToTakeHoldSucceeds() {
    holds.enter(session);
    holds.detach(true);
    session.here = false;
    holds.attach();
    holds.detach(true);
    session.here = true;

    holds.attach();

    assertThat(holds.isElsewhere(session)).isFalse();
    holds.close();
    session.assertOver();
    assertThat(session.timesTaken).isEqualTo(2);
  }

  @Test
  void exitsEverySessionOnce_whenTakingHoldOfOneThrows() {
    Counted other = new Counted();
    holds.enter(session);
    holds.enter(other);
    holds.detach(true);
    session.broken = true;

    holds.attach();

    assertThat(holds.isElsewhere(session)).isTrue();
    assertThat(holds.isElsewhere(other)).isFalse();
    session.broken = false;
    holds.close();
    session.assertOver();
    other.assertOver();
  }

  @Test
  void exitsTheOthers_whenTheExitOfOneThrows() {
    Counted other = new Counted();
    holds.enter(session);
    holds.enter(other);
    session.broken = true;

    assertThatThrownBy(holds::close).hasMessage("broken by the test");

    session.assertOver();
    other.assertOver();
    holds.close();
    session.assertOver();
  }

  @Test
  void keepsNothing_onceTheRequestHasEnded() {
    holds.close();

    assertThat(holds.enter(session)).isTrue();
    session.assertOver();
    session.enter();
    holds.keep(session);
    session.assertOver();

    holds.attach();
    assertThat(holds.enter(session)).isTrue();
    assertThat(session.exited).isEqualTo(2);
    holds.close();
    session.assertOver();
  }

  private interface Step {
    void run() throws Exception;
  }

  private interface Racing {
    void run(Round round) throws Exception;
  }

  private static void inRounds(Racing racing) throws Exception {
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      Round round = new Round(other);
      for (int i = 0; i < ROUNDS; i++) {
        racing.run(round);
      }
    } finally {
      other.shutdownNow();
    }
  }

  private static final class Round {
    private final ExecutorService other;
    private final CyclicBarrier start = new CyclicBarrier(2);

    Round(ExecutorService other) {
      this.other = other;
    }

    /** Runs both at once and returns when both are over. */
    void together(Runnable here, Step there) throws Exception {
      Future<?> running =
          other.submit(
              () -> {
                start.await(10, SECONDS);
                there.run();
                return null;
              });
      start.await(10, SECONDS);
      here.run();
      running.get(10, SECONDS);
    }
  }
}
