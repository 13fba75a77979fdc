// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.junit.jupiter.api.Test;

/** In which order, and how fast, sessions are brought to where a view wants them. */
class RepairsTest {
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member LOST = RecordingReplica.member(1);
  private static final Member STAYS = RecordingReplica.member(2);
  private static final Member COMES = RecordingReplica.member(3);
  private static final int SESSIONS = 60;

  private final RecordingReplica here = new RecordingReplica(SELF, oneAtATime(), 1);
  private final Map<String, Epoch> epochs = new LinkedHashMap<>();

  private static ReplicaConfig oneAtATime() {
    return SimulatedCluster.config(1, millis(600_000), 0, false, 1);
  }

  /** Serves many sessions; returns those whose copy is on {@code holder}. */
  private Set<String> serveMany(Member holder) {
    here.join(List.of(SELF, LOST, STAYS));
    Set<String> held = new HashSet<>();
    for (int i = 0; i < SESSIONS; i++) {
      String key = "shop%012d".formatted(i);
      epochs.put(key, here.create(key, 1));
      for (RecordingReplica.Sent each : List.copyOf(here.sent)) {
        here.receive(each.to(), new Message.Ack(key, new Label(epochs.get(key), 1)));
        if (each.to().equals(holder)) {
          held.add(key);
        }
      }
      here.sent.clear();
    }
    here.tick();
    here.sent.clear();
    return held;
  }

  /** Lets time pass, each whole session being acknowledged; returns whose they were, in order. */
  private List<String> repairs() {
    List<String> order = new ArrayList<>();
    for (int i = 0; i < 3 * SESSIONS; i++) {
      here.pass(ReplicaConfig.TICK_NANOS);
      for (RecordingReplica.Sent each : List.copyOf(here.sent)) {
        if (each.message() instanceof Message.Full full) {
          order.add(full.key());
          here.receive(each.to(), new Message.Ack(full.key(), full.label()));
        }
      }
      here.sent.clear();
    }
    return order;
  }

  @Test
  void mendsSessionsThatLostACopy_beforeItMovesOthers() {
    Set<String> lost = serveMany(LOST);
    assertThat(lost).hasSizeBetween(5, SESSIONS - 5);

    here.replica.onView(View.of(2, "test", List.of(SELF, STAYS, COMES)), here.now());
    List<String> order = repairs();

    assertThat(order).hasSizeGreaterThan(lost.size()).doesNotHaveDuplicates();
    assertThat(order.subList(0, lost.size())).containsExactlyInAnyOrderElementsOf(lost);
  }

  private void saysThatItLeaves(Member member) {
    here.receive(
        member,
        new Message.ViewStatus(
            1,
            "test",
            true,
            false,
            true,
            false,
            false,
            false,
            0,
            List.of(0L, 0L, 0L),
            false,
            List.of()));
  }

  /** Lets time pass, all being acknowledged; returns what was sent of some types, in order. */
  private List<Message> wholesAndQuestions(int ticks) {
    List<Message> order = new ArrayList<>();
    for (int i = 0; i < ticks; i++) {
      here.pass(ReplicaConfig.TICK_NANOS);
      for (RecordingReplica.Sent each : List.copyOf(here.sent)) {
        if (each.message() instanceof Message.Full full) {
          order.add(full);
          here.ack(each.to(), full.key(), full.label().epoch(), full.label().version());
        } else if (each.message() instanceof Message.Delta delta) {
          here.ack(each.to(), delta.key(), delta.label().epoch(), delta.label().version());
        } else if (each.message() instanceof Message.Validate question) {
          order.add(question);
          here.receive(
              each.to(), new Message.Ack(question.key(), question.label(), question.question()));
        }
      }
      here.sent.clear();
    }
    return order;
  }

  @Test
  void movesTheCopiesOfAMemberThatLeaves_beforeItLooksAtOthers() {
    Set<String> held = serveMany(LOST);

    saysThatItLeaves(LOST);
    List<Message> order = wholesAndQuestions(3 * SESSIONS);

    assertThat(keysOfWholes(order.subList(0, held.size()))).isEqualTo(held);
    assertThat(order.subList(held.size(), order.size()))
        .as("then the others are looked at")
        .hasSizeGreaterThanOrEqualTo(SESSIONS - held.size())
        .noneMatch(Message.Full.class::isInstance);
  }

  @Test
  void movesTheCopiesOfAMemberThatLeaves_fasterThanItRepairs() {
    Set<String> held = serveMany(LOST);

    saysThatItLeaves(LOST);
    List<Message> order = wholesAndQuestions(held.size() * 2 / 3);

    assertThat(keysOfWholes(order)).isEqualTo(held);
  }

  @Test
  void mendsSessionsThatLostACopy_beforeThoseThatAreAboutToLoseOne() {
    Set<String> lost = serveMany(LOST);
    saysThatItLeaves(STAYS);

    here.replica.onView(View.of(2, "test", List.of(SELF, STAYS, COMES)), here.now());
    List<String> order = repairs();

    assertThat(order).as("all are somewhere else in the end").hasSize(SESSIONS);
    assertThat(order.subList(0, lost.size())).containsExactlyInAnyOrderElementsOf(lost);
  }

  @Test
  void sendsNoMoreAtATimeThanItMay() {
    serveMany(LOST);
    here.replica.onView(View.of(2, "test", List.of(SELF, STAYS, COMES)), here.now());

    here.pass(5 * ReplicaConfig.TICK_NANOS);

    assertThat(here.take(Message.Full.class)).hasSize(1);
  }

  /** Users who logged out left them, and there are many more than sessions. */
  @Test
  void movesEightTombstones_whereItMovesOneSession() {
    Set<String> held = serveMany(LOST);
    epochs.forEach((key, epoch) -> endHeldBy(held.contains(key) ? LOST : STAYS, key, epoch));
    here.tick();
    here.sent.clear();
    here.replica.onView(View.of(2, "test", List.of(SELF, STAYS, COMES)), here.now());

    here.pass(5 * ReplicaConfig.TICK_NANOS);

    assertThat(here.take(Message.Remove.class)).hasSize(8);
  }

  /** Requests find an end wherever it is, and it takes no room. */
  @Test
  void leavesTombstonesWhereTheyAre_whenAMemberComes() {
    Set<String> held = serveMany(LOST);
    epochs.forEach((key, epoch) -> endHeldBy(held.contains(key) ? LOST : STAYS, key, epoch));
    here.tick();
    here.sent.clear();

    here.replica.onView(View.of(2, "test", List.of(SELF, LOST, STAYS, COMES)), here.now());
    List<Message> sent = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      sent.addAll(acknowledgeAllBut(""));
    }

    assertThat(sent).noneMatch(Message.Remove.class::isInstance);
    assertThat(sent).anyMatch(RepairsTest::saysThatAllIsPlaced);
  }

  /** After a pause there may be thousands, and the view does not settle before. */
  @Test
  void offersEightTombstonesAtATime_ofWhichOthersHaveBecomeThePrimary() {
    Set<String> held = serveMany(LOST);
    epochs.forEach((key, epoch) -> endHeldBy(held.contains(key) ? LOST : STAYS, key, epoch));
    epochs.forEach(
        (key, epoch) ->
            here.receive(STAYS, new Message.NackEpoch(key, epoch, Epoch.mint(9, STAYS))));
    here.sent.clear();

    List<Message.Offer> offers = List.of();
    for (int i = 0; i < 1000 && offers.isEmpty(); i++) {
      here.pass(ReplicaConfig.TICK_NANOS);
      offers = here.take(Message.Offer.class);
    }

    assertThat(offers).hasSize(8);
  }

  /** A look at a copy whose primary is there asks nobody anything. */
  @Test
  void asksAboutItsOwnSessionsSoon_howeverManyCopiesOfOthersItHas() {
    serveMany(LOST);
    for (int i = 0; i < 1_500; i++) {
      Label label = new Label(Epoch.mint(1, STAYS), 1);
      String key = "copy%012d".formatted(i);
      here.receive(STAYS, new Message.Full(key, Label.NONE, label, -1, SimulatedClient.image(1)));
    }
    here.sent.clear();

    here.replica.onView(View.of(2, "test", List.of(SELF, LOST, STAYS)), here.now());
    here.pass(5 * ReplicaConfig.TICK_NANOS);

    assertThat(here.take(Message.Validate.class)).hasSizeGreaterThanOrEqualTo(SESSIONS);
  }

  @Test
  void movesTombstonesAway_fromAMemberThatLeaves() {
    Set<String> held = serveMany(LOST);
    epochs.forEach((key, epoch) -> endHeldBy(held.contains(key) ? LOST : STAYS, key, epoch));
    here.tick();
    here.sent.clear();

    saysThatItLeaves(LOST);
    Set<String> moved = new HashSet<>();
    for (int i = 0; i < SESSIONS; i++) {
      here.pass(ReplicaConfig.TICK_NANOS);
      for (Message.Remove each : here.take(Message.Remove.class)) {
        moved.add(each.key());
        here.ack(STAYS, each.key(), each.label().epoch(), each.label().version());
      }
    }

    assertThat(moved).isEqualTo(held);
  }

  private void endHeldBy(Member holder, String key, Epoch epoch) {
    long end = here.replica.remove(key, epoch, here.now());
    here.ack(holder, key, epoch, end);
    here.replica.end(key, epoch, here.now());
  }

  /** Lets the others be repaired while one, the first, is updated on end; returns what was sent. */
  private List<Message> repairsBeside(String busy) {
    List<Message> sent = new ArrayList<>();
    for (int i = 0; i < 5 * SESSIONS; i++) {
      here.write(busy, epochs.get(busy), i);
      sent.addAll(acknowledgeAllBut(busy));
    }
    return sent;
  }

  /** Lets a tick pass; of the one session all is acknowledged but its newest version. */
  private List<Message> acknowledgeAllBut(String busy) {
    here.pass(ReplicaConfig.TICK_NANOS);
    List<RecordingReplica.Sent> sent = List.copyOf(here.sent);
    here.sent.clear();
    for (RecordingReplica.Sent each : sent) {
      if (each.message() instanceof Message.Full full && !full.key().equals(busy)) {
        here.receive(each.to(), new Message.Ack(full.key(), full.label()));
      } else if (each.message() instanceof Message.Delta delta) {
        Label base = new Label(delta.label().epoch(), delta.baseVersion());
        here.receive(each.to(), new Message.Ack(delta.key(), base));
      }
    }
    return sent.stream().map(RecordingReplica.Sent::message).toList();
  }

  /** Has a view come without one member; returns the session that takes the only place. */
  private String firstRepaired() {
    here.replica.onView(View.of(2, "test", List.of(SELF, STAYS, COMES)), here.now());
    here.tick();
    List<Message.Full> begun = here.take(Message.Full.class);
    assertThat(begun).hasSize(1);
    return begun.get(0).key();
  }

  private static Set<String> keysOfWholes(List<Message> sent) {
    return sent.stream()
        .filter(Message.Full.class::isInstance)
        .map(message -> ((Message.Full) message).key())
        .collect(Collectors.toSet());
  }

  private static boolean saysThatAllIsPlaced(Message message) {
    return message instanceof Message.ViewStatus status && status.rebalanced();
  }

  @Test
  void goesOnWithTheOthers_whenOneIsNeverAcknowledgedInFull() {
    Set<String> others = serveMany(LOST);
    String busy = firstRepaired();
    others.remove(busy);
    // Else what is written has a holder more, until all know the view.
    for (Member member : List.of(STAYS, COMES)) {
      here.receive(member, new Message.ViewStatus(2, "test", true, false, false, false));
    }

    assertThat(keysOfWholes(repairsBeside(busy))).containsAll(others).doesNotContain(busy);
  }

  @Test
  void saysThatAllIsPlaced_onlyOnceTheBusyOneIsToo() {
    serveMany(LOST);
    String busy = firstRepaired();
    assertThat(repairsBeside(busy)).noneMatch(RepairsTest::saysThatAllIsPlaced);

    Label newest = here.held(busy);
    here.receive(STAYS, new Message.Ack(busy, newest));
    here.receive(COMES, new Message.Ack(busy, newest));

    assertThat(acknowledgeAllBut(busy)).anyMatch(RepairsTest::saysThatAllIsPlaced);
  }

  private static final String KEY = "shop000000000000";

  /**
   * Serves a session of which a member that has just come is to hold the copy; returns its epoch.
   */
  private Epoch serveWithANewcomer() {
    here.join(List.of(SELF, LOST));
    Epoch epoch = here.create(KEY, 1);
    here.ack(LOST, KEY, epoch, 1);
    here.replica.onView(View.of(2, "test", List.of(SELF, COMES)), here.now());
    here.pass(5 * ReplicaConfig.TICK_NANOS);
    assertThat(here.sentTo(COMES, Message.Full.class)).hasSize(1);
    assertThat(here.sentTo(COMES, Message.Validate.class)).isEmpty();
    return epoch;
  }

  /** It takes nothing from any member until all have reported to it. */
  @Test
  void asksANewcomerWhatItHas_onceAllKnowTheView_andSoonAgain() {
    Epoch epoch = serveWithANewcomer();

    here.receive(COMES, new Message.ViewStatus(2, "test", true, true, false, false));
    here.pass(2 * ReplicaConfig.TICK_NANOS);
    assertThat(here.sentTo(COMES, Message.Validate.class)).hasSize(1);

    here.pass(millis(110));
    assertThat(here.sentTo(COMES, Message.Validate.class)).hasSize(2);

    here.receive(COMES, new Message.NackGap(KEY, epoch, Label.NONE));
    assertThat(here.sentTo(COMES, Message.Full.class)).hasSize(2);
    here.ack(COMES, KEY, epoch, 1);
    here.pass(millis(400));
    assertThat(here.sentTo(COMES, Message.Full.class)).hasSize(2);
  }

  @Test
  void sendsANewcomerTheWhole_alsoIfAStepCameBetween() {
    Epoch epoch = serveWithANewcomer();
    here.receive(COMES, new Message.ViewStatus(2, "test", true, true, false, false));
    here.write(KEY, epoch, 2);
    here.receive(COMES, new Message.NackGap(KEY, epoch, Label.NONE));

    here.pass(2 * ReplicaConfig.TICK_NANOS);
    assertThat(here.sentTo(COMES, Message.Validate.class)).hasSize(1);
    here.receive(COMES, new Message.NackGap(KEY, epoch, Label.NONE));

    assertThat(here.sentTo(COMES, Message.Full.class)).hasSize(2);
  }

  /** It may receive the others' reports later than this member. */
  @Test
  void asksANewcomerSoon_alsoIfAllKnewTheViewHereBefore() {
    here.join(List.of(SELF));
    here.replica.onView(View.of(2, "test", List.of(SELF, COMES)), here.now());
    here.receive(COMES, new Message.ViewStatus(2, "test", false, true, false, false));
    Epoch unused = here.create(KEY, 1);
    assertThat(here.sentTo(COMES, Message.Full.class)).hasSize(1);

    here.pass(millis(110));

    assertThat(here.sentTo(COMES, Message.Validate.class)).hasSize(1);
  }
}
