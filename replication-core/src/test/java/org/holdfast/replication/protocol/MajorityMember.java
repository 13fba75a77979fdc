// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;

/** One member of a cluster of three, of which only the side with the majority shall serve. */
abstract class MajorityMember {
  static final String KEY = "shop0123456789ab";
  static final Member SELF = RecordingReplica.member(0);
  static final Member OTHER = RecordingReplica.member(1);
  static final Member THIRD = RecordingReplica.member(2);
  static final List<Member> ALL = List.of(SELF, OTHER, THIRD);

  final RecordingReplica here =
      new RecordingReplica(SELF, SimulatedCluster.config(1, millis(600_000), 3, false), 1);
  final List<Acquired> found = new ArrayList<>();
  final List<Outcome> outcomes = new ArrayList<>();

  void view(long number, List<Member> members) {
    here.replica.onView(View.of(number, "test", members), here.now());
    for (Member member : members) {
      if (!member.equals(SELF)) {
        here.receive(member, new Message.ViewStatus(number, "test", true, false, false, false));
      }
    }
    here.pass(millis(30));
  }

  static Message.ViewStatus leaving(long view, boolean drained) {
    return new Message.ViewStatus(
        view, "test", true, false, true, drained, false, false, 0, List.of(), drained, List.of());
  }

  /** The sender has installed that view; it says on which bases it stands. */
  static Message.ViewStatus standsOn(long view, Message.Base... bases) {
    return new Message.ViewStatus(
        view,
        "test",
        false,
        false,
        false,
        false,
        false,
        false,
        0,
        List.of(),
        false,
        List.of(bases));
  }

  static Message.Base settled(long view, List<Member> members) {
    List<Message.Voter> voters =
        members.stream().map(each -> new Message.Voter(each.name(), each.incarnation())).toList();
    return new Message.Base(view, "other", Message.Base.Stage.SETTLED, voters);
  }

  void install(long number, List<Member> members) {
    here.replica.onView(View.of(number, "test", members), here.now());
  }

  boolean mayServe() {
    List<Acquired> refused = new ArrayList<>();
    here.replica.acquire("another-key-" + here.now(), null, here.now(), refused::add);
    here.pass(ReplicaConfig.TICK_NANOS);
    return refused.isEmpty();
  }

  Epoch createProtected() {
    Epoch epoch = here.create(KEY, 1);
    for (Member member : List.of(OTHER, THIRD)) {
      here.receive(member, new Message.Ack(KEY, new Label(epoch, 1)));
    }
    return epoch;
  }
}
