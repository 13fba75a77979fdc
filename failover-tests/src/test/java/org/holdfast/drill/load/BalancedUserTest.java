// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Where a user's requests go while nodes come and go. */
class BalancedUserTest {
  private static final LoadSettings STICKY = VirtualNodes.settings();
  private static final LoadSettings ROUND = STICKY.withRouting(Routing.ROUND_ROBIN);

  private final VirtualNodes nodes = new VirtualNodes("abc");
  private long counter;

  @Test
  void goesElsewhereWithItsNextRequest_whenItsNodeIsRetired() {
    VirtualUser user = nodes.started(STICKY);
    VirtualNodes.Opened first = serve();

    nodes.retire(0, user);
    assertThat(first.closed).as("its idle connection").isTrue();
    assertThat(nodes.opened).as("connections, before it asks again").hasSize(1);
    nodes.wake(user, 0);
    serve();

    assertThat(nodes.last().node()).isPositive();
    assertThat(user.home()).isEqualTo(nodes.last().node());
    assertThat(Failures.of(user.history())).isEmpty();
    assertThat(nodes.recorder.currentFigures().totalFailures()).isZero();
    assertThat(nodes.recorder.idleCloses()).isZero();
  }

  @Test
  void waitsForTheAnswerOfARetiredNode_andLeavesThen() {
    VirtualUser user = nodes.started(STICKY);
    VirtualNodes.Opened inFlight = nodes.last().connected();

    nodes.retire(0, user);
    assertThat(inFlight.closed).isFalse();
    inFlight.answered(VirtualNodes.line(1));

    assertThat(user.history().exchanges()).hasSize(1);
    assertThat(Failures.of(user.history())).isEmpty();
    assertThat(inFlight.closed).as("once it is answered").isTrue();
    nodes.wake(user, 0);
    assertThat(nodes.last().node()).isPositive();
  }

  @Test
  void keepsNoConnectionToARetiredNode_whenThatRefusesTheLastRequest() {
    VirtualUser user = nodes.started(ROUND);
    VirtualNodes.Opened inFlight = nodes.last().connected();
    nodes.retire(0, user);

    inFlight.answered(VirtualNodes.status(503));

    assertThat(inFlight.closed).isTrue();
    assertThat(Failures.of(user.history())).containsExactly(FailureKind.UNAVAILABLE);
    nodes.wake(user, 0);
    assertThat(nodes.last().node()).isPositive();
  }

  @Test
  void asksElsewhereAtOnce_whenItsNodeIsRetiredWhileItConnects() {
    VirtualUser user = nodes.started(STICKY);
    VirtualNodes.Opened connecting = nodes.last();

    nodes.retire(0, user);
    connecting.connected();
    serve();

    assertThat(connecting.sent).isEmpty();
    assertThat(connecting.closed).isTrue();
    assertThat(nodes.last().node()).isPositive();
    assertThat(user.history().exchanges()).hasSize(1);
    assertThat(Failures.of(user.history())).isEmpty();
  }

  @Test
  void sendsNothing_whenTheConnectionOpensJustAfterItsNodeWasRetired() {
    VirtualUser user = nodes.started(STICKY);
    VirtualNodes.Opened connecting = nodes.last();

    nodes.retire(0); // and the users have not heard of it yet
    connecting.connected();

    assertThat(connecting.sent).isEmpty();
    assertThat(nodes.last().node()).isPositive();
    assertThat(Failures.of(user.history())).isEmpty();
  }

  @Test
  void doesNotComeBackToARetiredNode_whenItBackedOff() {
    VirtualUser user = nodes.started(STICKY);
    nodes.last().connected().answered(VirtualNodes.status(503));
    nodes.retire(user.home(), user);
    int retired = user.home();

    nodes.wake(user, 0);

    assertThat(nodes.last().node()).isNotEqualTo(retired);
  }

  @Test
  void neverTurnsToARetiredNode_whenOthersFail() {
    VirtualUser user = nodes.started(STICKY);
    nodes.retire(2, user);
    for (int attempt = 0; attempt < 20; attempt++) {
      nodes.last().refused();
      if (nodes.due.containsKey(0)) {
        nodes.wake(user, 0);
      }
    }

    assertThat(nodes.asked()).hasSizeGreaterThan(10).doesNotContain(2);
  }

  @Test
  void movesWithItsNextRequest_whenTheBalancerWantsIt() {
    VirtualUser user = nodes.started(STICKY);
    VirtualNodes.Opened before = serve();

    user.moveTo(2);
    assertThat(user.home()).isZero();
    nodes.wake(user, 0);
    serve();

    assertThat(before.closed).isTrue();
    assertThat(nodes.asked()).containsExactly(0, 2);
    VirtualNodes.Opened there = nodes.last();
    nodes.wake(user, 0);
    assertThat(there.sent).as("stays there").hasSize(2);

    there.ended();
    VirtualNodes.Opened instead = serve();
    nodes.wake(user, 0);
    assertThat(nodes.last()).as("nor does it go back").isSameAs(instead);
  }

  @Test
  void stays_whenTheNodeThatItShallMoveToIsRetiredAgain() {
    VirtualUser user = nodes.started(STICKY);
    VirtualNodes.Opened home = serve();
    user.moveTo(2);
    nodes.retire(2, user);

    nodes.wake(user, 0);

    assertThat(home.sent).hasSize(2);
  }

  @Test
  void goesRoundTheOpenNodes_overOneConnectionEach() {
    VirtualUser user = nodes.started(ROUND);
    for (int request = 0; request < 6; request++) {
      serveRound(request % 3);
      assertThat(user.home()).isEqualTo(request % 3);
      nodes.wake(user, 0);
    }

    assertThat(nodes.asked()).containsExactly(0, 1, 2);
    assertThat(nodes.opened).allMatch(opened -> !opened.closed);
    assertThat(HistoryChecks.of(user)).isEmpty();
  }

  @Test
  void leavesRetiredNodesOutOfTheRound_andTakesAdmittedOnesIn() {
    VirtualUser user = nodes.started(ROUND);
    serveRound(0);
    nodes.retire(1, user);
    nodes.wake(user, 0);
    serveRound(2);
    nodes.wake(user, 0);
    serveRound(0);

    nodes.balancer.admit(1);
    nodes.wake(user, 0);
    serveRound(1);

    assertThat(nodes.asked()).containsExactly(0, 2, 1);
    assertThat(Failures.of(user.history())).isEmpty();
  }

  @Test
  void turnsToAnotherNode_whenTheOneWhoseTurnItIsRefuses() {
    VirtualUser user = nodes.started(ROUND);
    nodes.last().refused();
    VirtualNodes.Opened instead = serve();

    assertThat(instead.node()).isPositive();
    assertThat(Failures.of(user.history())).containsExactly(FailureKind.REFUSED);
    nodes.wake(user, 0);
    int next = instead.sent.size() > 1 ? instead.node() : nodes.last().node();
    assertThat(next).as("the round goes on where it was").isEqualTo(1);
  }

  @Test
  void livesOnAVictim_whenItsHomeIsOneOfSeveral() {
    VirtualUser user = nodes.started(STICKY);
    VirtualNodes.Opened inFlight = nodes.last().connected();
    user.arm(Victims.of(0, 1), System.nanoTime());

    assertThat(user.recovery().onVictim()).isTrue();
    assertThat(user.recovery().turnedAtOnce()).as("waits for it").isTrue();
    inFlight.answered(VirtualNodes.line(1));
    assertThat(user.recovery().answered()).isFalse();

    user.arm(Victims.of(1, 2), System.nanoTime());
    assertThat(user.recovery().onVictim()).isFalse();
    user.arm(Victims.of(), System.nanoTime());
    assertThat(user.recovery().onVictim()).isFalse();
    nodes.wake(user, 0);
    inFlight.answered(VirtualNodes.line(2));
    assertThat(user.recovery().right()).isTrue();

    user.moveTo(2);
    nodes.wake(user, 0);
    user.arm(Victims.of(0, 2), System.nanoTime());
    assertThat(user.recovery().onVictim()).as("of the second victim").isTrue();
  }

  /** The node of the last connection serves the request under way. */
  private VirtualNodes.Opened serve() {
    VirtualNodes.Opened opened = nodes.last();
    opened.connected();
    counter++;
    opened.answered(VirtualNodes.line(counter));
    return opened;
  }

  /** The same of a node to which there may be a connection. */
  private void serveRound(int node) {
    VirtualNodes.Opened opened =
        nodes.opened.stream().filter(one -> one.node() == node).findFirst().orElseThrow();
    if (opened.sent.isEmpty()) {
      opened.connected();
    }
    counter++;
    opened.answered(VirtualNodes.line(counter));
  }
}
