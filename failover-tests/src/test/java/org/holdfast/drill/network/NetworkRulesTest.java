// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.holdfast.drill.fault.Fault;
import org.junit.jupiter.api.Test;

class NetworkRulesTest {
  private static final List<String> OTHERS = List.of("10.213.40.11", "10.213.40.13");

  @Test
  void dropsBothWays_whenCutOff() {
    NetworkRules rules = NetworkRules.cut(Fault.Direction.BOTH, OTHERS);

    assertThat(lines(rules.inflict()))
        .containsExactly(
            "iptables -w -A OUTPUT -d 10.213.40.11,10.213.40.13 -j DROP",
            "iptables -w -A INPUT -s 10.213.40.11,10.213.40.13 -j DROP");
    assertThat(lines(rules.heal()))
        .containsExactly(
            "iptables -w -D OUTPUT -d 10.213.40.11,10.213.40.13 -j DROP",
            "iptables -w -D INPUT -s 10.213.40.11,10.213.40.13 -j DROP");
  }

  @Test
  void dropsOnlyWhatIsSent_whenCutOffOutbound() {
    NetworkRules rules = NetworkRules.cut(Fault.Direction.OUTBOUND, OTHERS);

    assertThat(lines(rules.inflict())).singleElement().asString().contains(" OUTPUT -d ");
  }

  @Test
  void dropsOnlyWhatIsReceived_whenCutOffInbound() {
    NetworkRules rules = NetworkRules.cut(Fault.Direction.INBOUND, OTHERS);

    assertThat(lines(rules.inflict())).singleElement().asString().contains(" INPUT -s ");
  }

  @Test
  void dropsAShareOfWhatTheClusterSends_andNothingOfTheNodesOwn() {
    NetworkRules rules = NetworkRules.loss(7, "10.213.40.0/24");

    assertThat(lines(rules.inflict()))
        .containsExactly(
            "iptables -w -A INPUT ! -i lo -s 10.213.40.0/24 -m statistic --mode random"
                + " --probability 0.07 -j DROP");
  }

  @Test
  void letsABurstOfAHundredthOfASecondThrough_whenBandwidthIsLimited() {
    assertThat(lines(NetworkRules.bandwidth(10_000_000, "eth1").inflict()))
        .containsExactly(
            "tc qdisc add dev eth1 root tbf rate 10000000kbit burst 12500000 latency 400ms");
    assertThat(lines(NetworkRules.bandwidth(8, "eth1").inflict()))
        .as("at least two packets")
        .containsExactly("tc qdisc add dev eth1 root tbf rate 8kbit burst 3200 latency 400ms");
  }

  @Test
  void dropsAShareOfWhatOneNodeSends_whereItArrives() {
    assertThat(lines(NetworkRules.loss(10, "10.213.40.12").inflict()))
        .containsExactly(
            "iptables -w -A INPUT ! -i lo -s 10.213.40.12 -m statistic --mode random"
                + " --probability 0.10 -j DROP");
    assertThat(NetworkRules.loss(10, "10.213.40.12").haveActed(filters(0, 30)))
        .as("what the rule for all others has dropped")
        .isFalse();
    assertThat(
            NetworkRules.loss(10, "10.213.40.12")
                .haveActed(filters(0, 30).replace(".0/24", ".12 ")))
        .isTrue();
  }

  @Test
  void delaysOnTheDeviceOnly() {
    NetworkRules rules = NetworkRules.delay(120, "eth1");

    assertThat(lines(rules.inflict()))
        .containsExactly("tc qdisc add dev eth1 root netem limit 100000 delay 120ms");
    assertThat(lines(rules.heal())).containsExactly("tc qdisc del dev eth1 root");
  }

  @Test
  void seesWhatItsOwnRulesHaveDropped_besideThoseOfAnotherFault() {
    NetworkRules cut = NetworkRules.cut(Fault.Direction.INBOUND, OTHERS);
    NetworkRules loss = NetworkRules.loss(10, "10.213.40.0/24");

    assertThat(cut.count()).isEqualTo(loss.count()).containsExactly("iptables", "-w", "-nvxL");
    assertThat(cut.haveActed(filters(0, 0))).isFalse();
    assertThat(cut.haveActed(filters(30, 0))).isTrue();
    assertThat(cut.haveActed(filters(0, 30))).isFalse();
    assertThat(loss.haveActed(filters(0, 30))).isTrue();
    assertThat(loss.haveActed(filters(30, 0))).isFalse();
    assertThat(loss.haveActed("")).isFalse();
  }

  @Test
  void seesWhetherADeviceHeldAnythingBack() {
    NetworkRules limit = NetworkRules.bandwidth(512, "eth1");

    assertThat(limit.count()).containsExactly("tc", "-s", "qdisc", "show", "dev", "eth1");
    assertThat(limit.haveActed(device("tbf", 67, 0))).isFalse();
    assertThat(limit.haveActed(device("tbf", 67, 4))).isTrue();
    assertThat(NetworkRules.delay(50, "eth1").haveActed(device("netem", 0, 0))).isFalse();
    assertThat(NetworkRules.delay(50, "eth1").haveActed(device("netem", 1, 0))).isTrue();
  }

  private static String filters(int cutOff, int lost) {
    return """
        Chain INPUT (policy ACCEPT 40 packets, 999 bytes)
            pkts      bytes target     prot opt in     out     source               destination
              %d        0 DROP       0    --  *      *       10.213.40.11         0.0.0.0/0
               0        0 DROP       0    --  *      *       10.213.40.13         0.0.0.0/0
              %d        0 DROP       0    --  !lo    *       10.213.40.0/24       0.0.0.0/0 \
                   statistic mode random probability 0.10000000009

        Chain OUTPUT (policy ACCEPT 40 packets, 999 bytes)
            pkts      bytes target     prot opt in     out     source               destination
        """
        .formatted(cutOff, lost);
  }

  private static String device(String kind, int packets, int heldBack) {
    return """
        qdisc %s 800d: root refcnt 2 rate 512Kbit burst 3200b lat 400ms
         Sent 9000 bytes %d pkt (dropped 0, overlimits %d requeues 0)
         backlog 0b 0p requeues 0
        """
        .formatted(kind, packets, heldBack);
  }

  @Test
  void findsTheDeviceOfAnAddress() {
    assertThat(
            NetworkRules.device(
                "7: eth1    inet 10.213.40.11/24 brd 10.213.40.255 scope global eth1\\\n"))
        .isEqualTo("eth1");
    assertThat(NetworkRules.device("\n")).isEmpty();
  }

  @Test
  void knowsWhichFaultsAreOfTheNetwork() {
    assertThat(NetworkFaults.include(new Fault.Cut(Fault.Direction.BOTH))).isTrue();
    assertThat(NetworkFaults.include(new Fault.Loss(3))).isTrue();
    assertThat(new Fault.Loss(3).shapes()).isFalse();
    assertThat(new Fault.Delay(Duration.ofMillis(1)).shapes()).isTrue();
    assertThat(NetworkFaults.include(new Fault.Pause())).isFalse();
  }

  private static List<String> lines(List<List<String>> commands) {
    return commands.stream().map(words -> String.join(" ", words)).toList();
  }
}
