// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.holdfast.replication.membership.AnnouncedSettings;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoneMemberTest {
  private static final Member SELF = member("node-1", "1");
  private static final Member OTHER = member("node-2", "1");

  private final AtomicLong clock = new AtomicLong(7);
  private final List<String> info = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private static Member member(String name, String secondaries) {
    AnnouncedSettings settings = new AnnouncedSettings(List.of("65536", secondaries));
    return new Member(name, 1, "127.0.0.1", 9_000, "", "", settings);
  }

  private LoneMember alone(String bindHost, String discovery) throws Exception {
    return alone(bindHost, discovery, SELF);
  }

  private LoneMember alone(String bindHost, String discovery, Member self) throws Exception {
    LoneMember lone = lone(bindHost, discovery, self, null);
    lone.onView(View.of(1, self.name(), List.of(self)));
    return lone;
  }

  private LoneMember lone(
      String bindHost, String discovery, Member self, @Nullable String otherCluster)
      throws Exception {
    MembershipSettings settings =
        MembershipSettings.of("shop", bindHost, 7_800, Discovery.parse(discovery), self);
    Outsiders outsiders = new Outsiders(settings, clock::get, line -> {}, line -> {});
    if (otherCluster != null) {
      outsiders.ofOtherCluster(otherCluster, MemberAddress.of(OTHER));
    }
    InetAddress address = InetAddress.getByName(bindHost);
    return new LoneMember(settings, address, outsiders, clock::get, info::add, warnings::add);
  }

  private void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  @Test
  void blamesTheBindHost_whenItIsLoopbackAndOtherHostsAreListed() throws Exception {
    alone("127.0.0.1", "static:192.0.2.1:7800,192.0.2.2:7800").founded();

    assertThat(warnings)
        .singleElement()
        .asString()
        .contains(
            "member node-1 founded cluster shop alone: it listens on 127.0.0.1, which other hosts"
                + " cannot reach: set bindHost",
            "no answer from 192.0.2.1:7800, 192.0.2.2:7800");
  }

  @Test
  void blamesTheDiscovery_whenItIsLocalAndTheAddressIsNot() throws Exception {
    alone("192.0.2.7", "local").founded();

    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("discovery is local, which looks for members at ports 7800 to 7809 of 192.0.2.7");
  }

  @Test
  void blamesTheName_whenItLeadsToNobodyElse() throws Exception {
    alone("127.0.0.1", "dns:no-such-host.invalid").founded();

    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("it listens on 127.0.0.1", "no-such-host.invalid has no address");
  }

  @Test
  void namesTheOtherCluster_inEveryDiscovery() throws Exception {
    for (String discovery : List.of("local", "static:127.0.0.1:7801", "dns:localhost")) {
      LoneMember lone = lone("127.0.0.1", discovery, SELF, "holdfast/shop-test");
      lone.onView(View.of(1, "node-1", List.of(SELF)));
      lone.founded();

      assertThat(warnings.remove(0))
          .contains(
              "node-2 (127.0.0.1) belongs to cluster \"shop-test\", this member to cluster \"shop\"");
    }
  }

  @Test
  void namesNoOtherCluster_thatWasSeenTooLongAgo() throws Exception {
    LoneMember lone = lone("127.0.0.1", "static:127.0.0.1:7801", SELF, "holdfast/shop-test");
    lone.onView(View.of(1, "node-1", List.of(SELF)));

    pass(Outsiders.LIKELY);
    assertThat(lone.cause()).contains("belongs to cluster \"shop-test\"");

    pass(Duration.ofNanos(1));
    assertThat(lone.cause()).isEqualTo("no answer from 127.0.0.1:7801");
  }

  @Test
  void doesNotBlameTheBindHost_whenAllListedMembersAreOnThisMachine() throws Exception {
    alone("127.0.0.1", "static:127.0.0.1:7800,127.0.0.1:7801").founded();

    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("no answer from 127.0.0.1:7801")
        .doesNotContain("bindHost");
  }

  @Test
  void repeatsItRarely_andSaysWhenItEnds() throws Exception {
    LoneMember lone = alone("127.0.0.1", "static:127.0.0.1:7801");
    lone.founded();
    for (int i = 0; i < 125; i++) {
      pass(Duration.ofSeconds(10));
      lone.tick();
    }
    assertThat(warnings).hasSize(3);
    assertThat(warnings.get(2)).contains("is alone in cluster shop for 1200 s: no answer from");

    lone.onView(View.of(2, "node-1", List.of(SELF, OTHER)));

    assertThat(info)
        .singleElement()
        .asString()
        .contains("member node-1 is no longer alone in cluster shop, after 1250 s")
        .contains("node-2");
    lone.tick();
    assertThat(warnings).hasSize(3);
  }

  @Test
  void saysItAfterAMinute_whenTheOthersLeft() throws Exception {
    LoneMember lone = lone("127.0.0.1", "static:127.0.0.1:7801", SELF, null);
    lone.onView(View.of(1, "node-1", List.of(SELF, OTHER)));
    lone.founded();
    lone.onView(View.of(2, "node-1", List.of(SELF)));
    lone.tick();
    assertThat(warnings).isEmpty();

    pass(LoneMember.FIRST);
    lone.tick();

    assertThat(warnings).singleElement().asString().contains("is alone in cluster shop for 60 s");
  }

  @Test
  void saysItOnceAndCalmly_onADevelopersMachine() throws Exception {
    LoneMember lone = alone("127.0.0.1", "local");
    lone.founded();
    pass(Duration.ofHours(1));
    lone.tick();

    assertThat(info).singleElement().asString().contains("no other member runs on this machine");
    assertThat(warnings).isEmpty();
  }

  @Test
  void saysNothing_whenNoCopyIsWanted() throws Exception {
    alone("127.0.0.1", "static:192.0.2.1:7800", member("node-1", "0")).founded();

    assertThat(warnings).isEmpty();
    assertThat(info).isEmpty();
  }
}
