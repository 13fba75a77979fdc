// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.transport.Transport;
import org.junit.jupiter.api.Test;

class LinksTest {
  private static final Member OTHER = member("node-2");
  private static final Member STOPPED = member("node-3");

  private final RecordingTransport transport = new RecordingTransport();
  private final List<String> log = new ArrayList<>();
  private final Links links = new Links(transport, log::add);

  @Test
  void reachesAMemberOutsideTheView_toTellItSo() {
    links.onView(List.of(OTHER, STOPPED));
    links.onView(List.of(OTHER));
    assertThat(links.send(STOPPED, new Message.Offer("k"))).isFalse();

    assertThat(links.send(STOPPED, new Message.NotInView(2))).isTrue();
    assertThat(links.send(STOPPED, new Message.NotInView(2))).isTrue();

    assertThat(transport.listed)
        .containsExactly(Set.of(OTHER, STOPPED), Set.of(OTHER), Set.of(OTHER, STOPPED));
    assertThat(log).singleElement().asString().startsWith(STOPPED + " is not in the view");
  }

  @Test
  void doesNotReach_whoHasTheNameOfAMember() {
    Member namesake = new Member(OTHER.name(), 9, "127.0.0.1", 9000);
    links.onView(List.of(namesake));
    links.onView(List.of(OTHER));

    assertThat(links.send(namesake, new Message.NotInView(2))).isFalse();
    assertThat(transport.listed).endsWith(Set.of(OTHER));
  }

  @Test
  void doesNotReach_whoWasInNoView_andReachesMembersWhereAViewHadThem() {
    links.onView(List.of(OTHER, STOPPED));
    links.onView(List.of(OTHER));

    assertThat(links.send(member("stranger"), new Message.NotInView(2))).isFalse();
    assertThat(transport.listed).hasSize(2);

    Member elsewhere = new Member(STOPPED.name(), 1, "10.0.0.9", 9);
    assertThat(links.send(elsewhere, new Message.NotInView(2))).isTrue();
    assertThat(transport.listed.get(2))
        .extracting(Member::host, Member::port)
        .containsOnly(tuple("127.0.0.1", 9000));
  }

  @Test
  void forgetsTheMembersThatLeftFirst_whenThereWereTooMany() {
    links.onView(List.of(STOPPED));
    for (int i = 0; i < Links.MOST_REMEMBERED; i++) {
      links.onView(List.of(member("other-" + i)));
    }

    assertThat(links.send(STOPPED, new Message.NotInView(2))).isFalse();
    assertThat(links.send(member("other-0"), new Message.NotInView(2))).isTrue();
  }

  @Test
  void givesAMemberThatIsBackANewStream() {
    links.onView(List.of(OTHER, STOPPED));
    links.onView(List.of(OTHER));
    links.send(STOPPED, new Message.NotInView(1));
    transport.listed.clear();

    links.onView(List.of(OTHER, STOPPED));

    assertThat(transport.listed).containsExactly(Set.of(OTHER), Set.of(OTHER, STOPPED));
  }

  @Test
  void letsGoOfAMemberOutside_withTheNextView() {
    links.onView(List.of(OTHER, STOPPED));
    links.onView(List.of(OTHER, member("node-4")));
    links.send(STOPPED, new Message.NotInView(1));

    links.onView(List.of(OTHER));

    assertThat(transport.listed).endsWith(Set.of(OTHER));
    assertThat(links.send(STOPPED, new Message.NotInView(2))).isTrue();
  }

  private static Member member(String name) {
    return new Member(name, 1, "127.0.0.1", 9000, "", "");
  }

  /** Accepts frames for each listed member. */
  private static final class RecordingTransport implements Transport {
    final List<Set<Member>> listed = new ArrayList<>();

    @Override
    public void start(Listener listener) {}

    @Override
    public void connectTo(Collection<Member> members) {
      listed.add(Set.copyOf(members));
    }

    @Override
    public boolean send(Member peer, byte[] frame) {
      return listed.get(listed.size() - 1).contains(peer);
    }

    @Override
    public void close() {}
  }
}
