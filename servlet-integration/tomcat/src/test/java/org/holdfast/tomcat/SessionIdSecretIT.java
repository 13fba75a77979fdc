// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.tomcat.Application.increment;

import org.holdfast.replication.node.ReplicationNode;
import org.junit.jupiter.api.Test;

/** Nodes whose {@code sessionIdSecret} is not the same. */
class SessionIdSecretIT {
  private static Application application() {
    return new Application().page("/plain", (q, r) -> r.getWriter().print(increment(q)));
  }

  private static long unverified(TomcatNode node) {
    ReplicationNode member = node.manager().replicationNode();
    assertThat(member).isNotNull();
    return member.statistics().counters().get("unverifiedIds");
  }

  @Test
  void makesANewSessionAndCountsThat_whenTheIdIsOfANodeWithAnotherSecret() {
    TomcatNode.Builder cluster = TomcatNode.cluster(2);
    cluster.with(manager -> manager.set("sessionIdSecret", "the secret of the first"));
    try (TomcatNode a = cluster.start(0, application())) {
      cluster.with(manager -> manager.set("sessionIdSecret", "the secret of the second"));
      try (TomcatNode b = cluster.start(1, application())) {
        Browser browser = new Browser();
        assertThat(browser.get(a, "/plain").body()).isEqualTo("1");
        String first = browser.id();

        assertThat(browser.get(b, "/plain").body()).isEqualTo("1");

        assertThat(browser.id()).isNotEqualTo(first);
        assertThat(unverified(b)).isEqualTo(1);
        assertThat(new Browser("made-up").get(b, "/plain").body()).isEqualTo("1");
        assertThat(browser.get(b, "/plain").body()).isEqualTo("2");
        assertThat(unverified(b)).isEqualTo(1);
        assertThat(unverified(a)).isZero();
      }
    }
  }
}
