// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot.it;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.holdfast.contract.Ports;

/** The settings of one cluster, and what its nodes tell of it. */
final class ShopCluster {
  private final String name = "boot-" + UUID.randomUUID().toString().substring(0, 8);

  /** Nodes on one machine look for each other at this port and the nine behind it. */
  private final int membershipPort = Ports.take(10).get(0);

  /** The command line of a node. */
  List<String> args(String member) {
    return List.of(
        "--holdfast.cluster=" + name,
        "--holdfast.member-name=" + member,
        "--holdfast.membershipPort=" + membershipPort,
        "--holdfast.join-timeout-millis=1000");
  }

  /** Returns when each of these servers knows as many members, and is settled. */
  static void awaitMembers(int members, int... ports) {
    ShopUser operator = new ShopUser();
    await()
        .pollInterval(Duration.ofMillis(50))
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              for (int port : ports) {
                String health = operator.get(port, "/actuator/health/holdfast").body();
                if (!health.contains("\"settled\":true") || membersIn(health) != members) {
                  throw new AssertionError("not " + members + " members: " + health);
                }
              }
            });
  }

  private static int membersIn(String health) {
    String list = health.replaceAll(".*\"members\":\\[([^]]*)].*", "$1");
    return list.split(",").length;
  }
}
