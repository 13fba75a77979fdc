// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.MembershipException;
import org.holdfast.replication.membership.View;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JGroupsMembershipIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final List<MemberUnderTest> started = new ArrayList<>();
  private final int base = MemberUnderTest.freePorts(Discovery.LOCAL_PORTS);

  @AfterEach
  void closeAllAndCheckDelivery() {
    started.forEach(MemberUnderTest::close);
    for (MemberUnderTest member : started) {
      assertThat(member.violations).isEmpty();
    }
  }

  @Test
  void tellsAllTheSameViewWithAllAddresses_whenThreeJoinOneAfterTheOther() {
    MemberUnderTest one = start("shop", "node-1");
    assertThat(one.last().members()).containsExactly(one.self);
    MemberUnderTest two = start("shop", "node-2");
    assertThat(two.views.get(0).members()).containsExactly(one.self, two.self);
    MemberUnderTest three = start("shop", "node-3");

    for (MemberUnderTest member : started) {
      member.awaitMembers(SOON, one.self, two.self, three.self);
      assertThat(member.last()).isEqualTo(three.last());
      assertThat(member.last().members())
          .extracting(Member::host)
          .containsExactly(
              "replication-of-node-1", "replication-of-node-2", "replication-of-node-3");
      assertThat(member.last().members()).extracting(Member::port).containsOnly(9_000);
    }
    assertThat(three.last().creator()).isEqualTo("node-1");
    assertThat(one.views).extracting(View::number).containsExactly(0L, 1L, 2L);
  }

  @Test
  void formsOneView_whenThreeStartTogether() throws Exception {
    for (String name : List.of("node-1", "node-2", "node-3")) {
      started.add(MemberUnderTest.prepare("shop", base, Discovery.local(), name, 1));
    }
    ExecutorService pool = Executors.newFixedThreadPool(3);
    try {
      List<Future<?>> starts = new ArrayList<>();
      started.forEach(member -> starts.add(pool.submit(() -> member.start())));
      for (Future<?> start : starts) {
        start.get(60, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }

    Member[] all = started.stream().map(member -> member.self).toArray(Member[]::new);
    started.forEach(member -> member.awaitMembers(Duration.ofSeconds(20), all));
  }

  @Test
  void unitesMembersThatListOnlyOneOtherInCommon_whenThatOneComesLast() {
    Discovery first = Discovery.parse("static:" + MemberUnderTest.HOST + ":" + base);
    for (int number = 3; number >= 1; number--) {
      started.add(MemberUnderTest.start("shop", base + number - 1, first, "node-" + number, 1));
    }

    Member[] all = started.stream().map(member -> member.self).toArray(Member[]::new);
    // Members that do not know each other's address suspect each other after 3 s, over and over.
    await()
        .during(Duration.ofSeconds(6))
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                started.stream()
                    .allMatch(member -> Set.of(all).equals(Set.copyOf(member.last().members()))));
  }

  @Test
  void tellsTheOthersAtOnce_whenAMemberLeaves() {
    MemberUnderTest one = start("shop", "node-1");
    MemberUnderTest two = start("shop", "node-2");
    MemberUnderTest three = start("shop", "node-3");
    one.awaitMembers(SOON, one.self, two.self, three.self);

    long left = System.nanoTime();
    three.close();
    one.awaitMembers(Duration.ofSeconds(1), one.self, two.self);
    two.awaitMembers(Duration.ofSeconds(1), one.self, two.self);
    print("leave of a member to the view without it", left);
    // It has received that it may leave: else it would wait for that, and be merged meanwhile.
    assertThat(one.views).extracting(View::number).containsExactly(0L, 1L, 2L, 3L);

    left = System.nanoTime();
    one.close();
    two.awaitMembers(Duration.ofSeconds(1), two.self);
    print("leave of the coordinator to the view without it", left);
  }

  @Test
  void keepsClustersApart_whenTheyShareTheLocalPorts() {
    MemberUnderTest shopOne = start("shop", "node-1");
    MemberUnderTest bankOne = start("bank", "teller-1");
    MemberUnderTest shopTwo = start("shop", "node-2");
    MemberUnderTest bankTwo = start("bank", "teller-2");

    shopOne.awaitMembers(SOON, shopOne.self, shopTwo.self);
    bankOne.awaitMembers(SOON, bankOne.self, bankTwo.self);
    // Two rounds of MERGE3 would unite them if they could reach each other.
    await()
        .during(Duration.ofSeconds(4))
        .atMost(Duration.ofSeconds(30))
        .until(() -> started.stream().allMatch(member -> member.last().members().size() == 2));
  }

  @Test
  void endsWithTheNewIncarnationAlone_whenAMemberRestartsUnderItsName() {
    MemberUnderTest one = start("shop", "node-1");
    MemberUnderTest two = start("shop", "node-2");
    one.awaitMembers(SOON, one.self, two.self);
    two.close();
    MemberUnderTest again = start("shop", base, Discovery.local(), "node-2", 2);

    one.awaitMembers(SOON, one.self, again.self);
    assertThat(one.last().members().get(1).incarnation()).isEqualTo(2);
    assertThat(again.views.get(0).members()).containsExactly(one.self, again.self);
  }

  @Test
  void takesTheOldProcessForDead_whenALaterIncarnationOfItsNameJoins() {
    MemberUnderTest one = start("shop", "node-1");
    MemberUnderTest two = start("shop", "node-2");
    MemberUnderTest again = start("shop", base, Discovery.local(), "node-2", 2);

    one.awaitMembers(SOON, one.self, again.self);
    again.awaitMembers(SOON, one.self, again.self);
    two.awaitMembers(SOON, one.self, again.self);
    assertThat(one.last().members().get(1).incarnation()).isEqualTo(2);
    assertThat(two.last().contains(two.self)).isFalse();
  }

  @Test
  void joins_whenOneOfTheStaticHostsAnswers() {
    Discovery hosts =
        Discovery.parse(
            "static:127.0.0.1:%d,127.0.0.1[%d],no-such-host.invalid:7800"
                .formatted(base, base + 1));
    MemberUnderTest two = start("shop", base + 1, hosts, "node-2", 1);
    MemberUnderTest one = start("shop", base, hosts, "node-1", 1);

    one.awaitMembers(SOON, one.self, two.self);
    two.awaitMembers(SOON, one.self, two.self);
  }

  @Test
  void namesTheHostsThatDidNotAnswer_whenItFoundsTheClusterAlone() {
    Discovery hosts =
        Discovery.parse(
            "static:127.0.0.1:%d,127.0.0.1:%d,no-such-host.invalid:7800".formatted(base, base + 1));
    String log = CapturedLog.of(() -> start("shop", base, hosts, "node-1", 1));

    assertThat(log)
        .contains(
            "node-1 founded cluster shop alone: it listens on 127.0.0.1, which other hosts cannot"
                + " reach: set bindHost",
            "no answer from 127.0.0.1:" + (base + 1) + ", no-such-host.invalid:7800 (unknown host)")
        .doesNotContain("127.0.0.1:" + base + ",");
  }

  @Test
  void refusesAMemberThatCannotReadItsFrames_andBothSayWhy() {
    try (MemberUnderTest one = MemberUnderTest.start(base, "node-1", "65536", "1")) {
      String log =
          CapturedLog.of(
              () ->
                  assertThatThrownBy(() -> MemberUnderTest.start(base, "node-2", "131072", "1"))
                      .isInstanceOf(MembershipException.class)
                      .hasMessageStartingWith("cannot join cluster shop as node-2: node-1 and")
                      .hasMessageContaining(
                          "maxFrameBytes is 65536 on node-1 and 131072 on node-2"));

      assertThat(log)
          .contains("WARN")
          .contains("maxFrameBytes is 65536 on node-1 and 131072 on node-2");
      assertThat(one.last().members()).containsExactly(one.self);
    }
  }

  @Test
  void refusesAMemberWithoutAProtocolVersionInCommon_andBothSayWhy() {
    String range = "protocolVersions is 2-3 on node-1 and 4-5 on node-2";
    try (MemberUnderTest one = MemberUnderTest.start(base, "node-1", speaking("2-3"))) {
      String log =
          CapturedLog.of(
              () ->
                  assertThatThrownBy(() -> MemberUnderTest.start(base, "node-2", speaking("4-5")))
                      .isInstanceOf(MembershipException.class)
                      .hasMessageContaining(range));

      assertThat(log).contains("WARN").contains(range);
      try (MemberUnderTest next = MemberUnderTest.start(base, "node-3", speaking("3-4"))) {
        next.awaitMembers(SOON, one.self, next.self);
      }
    }
  }

  @Test
  void refusesAMemberWhoseCodecItDoesNotKnow_andBothSayWhy() {
    String codecs = "codec is kryo on node-1 and later on node-2";
    try (MemberUnderTest one = MemberUnderTest.start(base, "node-1", writing("kryo"))) {
      String log =
          CapturedLog.of(
              () ->
                  assertThatThrownBy(() -> MemberUnderTest.start(base, "node-2", writing("later")))
                      .isInstanceOf(MembershipException.class)
                      .hasMessageContaining(codecs));

      assertThat(log).contains("WARN").contains(codecs);
      try (MemberUnderTest next = MemberUnderTest.start(base, "node-3", writing("jdk"))) {
        next.awaitMembers(SOON, one.self, next.self);
      }
    }
  }

  /** The settings of a member whose application, the same on all, writes in this codec. */
  private static String[] writing(String codec) {
    List<String> values = new ArrayList<>(List.of(speaking("2-3")));
    values.addAll(List.of("a1", codec));
    return values.toArray(String[]::new);
  }

  private static String[] speaking(String versions) {
    return new String[] {"65536", "1", "available", "0", "true", "1", "2", "3", "4", versions};
  }

  @Test
  void letsAMemberIn_whenOtherSettingsDifferOrAreUnknown() {
    String log =
        CapturedLog.of(
            () -> {
              try (MemberUnderTest one = MemberUnderTest.start(base, "node-1", "65536", "1");
                  MemberUnderTest two = MemberUnderTest.start(base, "node-2", "65536", "2");
                  MemberUnderTest old = MemberUnderTest.start(base, "node-3")) {
                old.awaitMembers(SOON, one.self, two.self, old.self);
                one.awaitMembers(SOON, one.self, two.self, old.self);
              }
            });

    assertThat(log)
        .contains("settings differ between members: secondaries is 1 on node-1 and 2 on node-2")
        .contains("settings differ between members: secondaries is 2 on node-2 and 1 on node-1");
  }

  /** JGroups warned of each connection that it could not end in order. */
  @Test
  void warnsOfNothing_whenMembersLeave() {
    String log =
        CapturedLog.of(
            () -> {
              try (MemberUnderTest one = MemberUnderTest.start(base, "node-1");
                  MemberUnderTest two = MemberUnderTest.start(base, "node-2")) {
                one.awaitMembers(SOON, one.self, two.self);
                two.close();
                one.awaitMembers(SOON, one.self);
              }
            });

    assertThat(log).doesNotContain("WARN", "ERROR");
  }

  @Test
  void namesTheOtherCluster_whenItsMemberListsThisOne() {
    Discovery first = Discovery.parse("static:127.0.0.1:" + base);
    Discovery both = Discovery.parse("static:127.0.0.1:%d,127.0.0.1:%d".formatted(base, base + 1));

    String log =
        CapturedLog.awaiting(
            "node-2 (replication-of-node-2) belongs to cluster \"shop-test\", this member to"
                + " cluster \"shop\"",
            () -> {
              start("shop", base, first, "node-1", 1);
              start("shop-test", base + 1, both, "node-2", 1);
            });

    assertThat(log).doesNotContain("JGRP000012");
  }

  @Test
  void findsMembersByDnsName() {
    MemberUnderTest one = start("shop", base, Discovery.dns("localhost"), "node-1", 1);

    assertThat(one.last().members()).containsExactly(one.self);
  }

  @Test
  void saysWhatIsWrong_whenTheBindHostIsNotOurs() {
    assertBindHostRefused("203.0.113.1", "is not an address of this machine");
    assertBindHostRefused("0.0.0.0", "is a wildcard");
    assertBindHostRefused("no-such-host.invalid", "cannot be resolved");
  }

  @Test
  void leavesNoThreadBehind_whenItIsClosedOrCannotStart() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    MemberUnderTest one = start("shop", "node-1");
    MemberUnderTest two = start("shop", "node-2");
    one.awaitMembers(SOON, one.self, two.self);
    Discovery hosts = Discovery.parse("static:127.0.0.1:" + base);
    assertThatThrownBy(() -> start("shop", base, hosts, "node-3", 1))
        .isInstanceOf(MembershipException.class);
    two.close();
    one.close();
    one.close();

    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(threadsSince(before)).as("threads left").isEmpty());
  }

  @Test
  void refusesASecondStart() {
    MemberUnderTest one = start("shop", "node-1");
    assertThatThrownBy(one::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("was started or closed before");
    one.close();
    assertThatThrownBy(one::start).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void refusesAJoinTimeoutOutOfRange() {
    JGroupsMembership membership = membership("127.0.0.1", Discovery.local());
    for (Duration timeout : List.of(Duration.ZERO, Duration.ofMinutes(2))) {
      assertThatThrownBy(() -> membership.start(view -> {}, timeout))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("was " + timeout.toMillis() + " ms");
    }
  }

  @Test
  void goesOnDeliveringViews_whenTheListenerFails() {
    MemberUnderTest two;
    try (JGroupsMembership failing = membership("127.0.0.1", Discovery.local())) {
      List<View> seen = new CopyOnWriteArrayList<>();
      failing.start(
          view -> {
            seen.add(view);
            throw new IllegalStateException("listener fails on purpose");
          },
          Duration.ofMillis(300));
      two = start("shop", "node-2");
      await().atMost(SOON).until(() -> seen.size() == 2);
    }
    two.awaitMembers(SOON, two.self);
  }

  private JGroupsMembership membership(String host, Discovery discovery) {
    Member self = new Member("node-1", 1, "h", 1);
    MembershipSettings settings = MembershipSettings.of("shop", host, base, discovery, self);
    return new JGroupsMembership(settings, MemberUnderTest.streams(settings));
  }

  private void assertBindHostRefused(String host, String reason) {
    try (JGroupsMembership membership = membership(host, Discovery.local())) {
      assertThatThrownBy(() -> membership.start(view -> {}, Duration.ofMillis(100)))
          .isInstanceOf(MembershipException.class)
          .hasMessageStartingWith("bindHost " + host + " of cluster shop " + reason);
    }
  }

  private MemberUnderTest start(String cluster, String name) {
    return start(cluster, base, Discovery.local(), name, 1);
  }

  private MemberUnderTest start(
      String cluster, int port, Discovery discovery, String name, long incarnation) {
    MemberUnderTest member = MemberUnderTest.start(cluster, port, discovery, name, incarnation);
    started.add(member);
    return member;
  }

  private static Set<String> threadsSince(Set<Thread> before) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !before.contains(thread))
        .map(Thread::getName)
        .filter(name -> !name.startsWith("awaitility") && !name.startsWith("junit"))
        .collect(Collectors.toSet());
  }

  private static void print(String what, long sinceNanos) {
    System.out.printf("%s: %d ms%n", what, (System.nanoTime() - sinceNanos) / 1_000_000);
  }
}
