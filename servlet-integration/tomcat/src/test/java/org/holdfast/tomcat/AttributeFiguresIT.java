// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.holdfast.replication.metrics.AttributeFigures;
import org.holdfast.replication.metrics.AttributeTrafficBean;
import org.holdfast.replication.metrics.AttributeTrafficSnapshot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The figures of session attributes that an operator of Tomcat sees. */
class AttributeFiguresIT {
  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

  /** Sets attributes of about 7.1, 1.9 and 1 KB; reads the last one only. */
  private static Application application() {
    return new Application()
        .page(
            "/set",
            (q, r) -> {
              q.getSession().setAttribute("tree", "t".repeat(7_100));
              q.getSession().setAttribute("cart", "c".repeat(1_900));
              q.getSession().setAttribute("user", "u".repeat(1_000));
            })
        .page("/read", (q, r) -> r.getWriter().print(q.getSession().getAttribute("user")));
  }

  private static AttributeTrafficSnapshot snapshot(TomcatNode node) {
    return node.manager().replicationNode().attributeTraffic().get(0).snapshot();
  }

  private Set<ObjectName> beans(TomcatNode node) throws Exception {
    return server.queryNames(
        new ObjectName(
            AttributeTrafficBean.PATTERN
                + ",cluster=\""
                + node.manager().replicationNode().cluster()
                + "\""),
        null);
  }

  @Test
  void saysWhichAttributeIsMostOfTheTraffic() throws Exception {
    try (TomcatNode node = TomcatNode.cluster(1).start(0, application())) {
      Browser browser = new Browser();
      browser.get(node, "/set");
      browser.get(node, "/read");

      ObjectName bean = beans(node).iterator().next();

      assertThat(server.getAttribute(bean, "Headline"))
          .isEqualTo("attribute `tree` is 71 % of the traffic");
      assertThat(String.valueOf(server.invoke(bean, "table", new Object[0], new String[0])))
          .startsWith("attribute `tree` is 71 % of the traffic\n")
          .contains("tree  <- never read", "cart  <- never read")
          .doesNotContain("user  <- never read");
      List<AttributeFigures> rows = snapshot(node).attributes();
      assertThat(rows).extracting(AttributeFigures::name).containsExactly("tree", "cart", "user");
      assertThat(rows.stream().mapToDouble(AttributeFigures::share).sum())
          .isCloseTo(1, within(1e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"modified-session", "session"})
  void countsEveryAttribute_whenTheWholeSessionLeaves(String scope) {
    try (TomcatNode node =
        TomcatNode.cluster(1).with(m -> m.set("scope", scope)).start(0, application())) {
      Browser browser = new Browser();
      browser.get(node, "/set");
      long once = snapshot(node).bytes();
      assertThat(snapshot(node).changes()).isEqualTo(3);

      browser.get(node, "/read");

      AttributeTrafficSnapshot after = snapshot(node);
      assertThat(after.changes()).as("nothing has changed").isEqualTo(3);
      if (scope.equals("session")) {
        assertThat(after.bytes()).isGreaterThan(once).matches(bytes -> bytes % once == 0);
      } else {
        assertThat(after.bytes()).isEqualTo(once);
      }
    }
  }

  @Test
  void isThereForAsLongAsTheApplicationRuns() throws Exception {
    try (TomcatNode node = TomcatNode.cluster(1).start(0, application())) {
      Set<ObjectName> shown = beans(node);
      assertThat(shown).hasSize(1);
      new Browser().get(node, "/set");

      node.context().stop();
      assertThat(server.isRegistered(shown.iterator().next())).isFalse();

      node.context().start();
      assertThat(beans(node)).isEqualTo(shown);
      assertThat(server.getAttribute(shown.iterator().next(), "Bytes"))
          .as("counted anew")
          .isEqualTo(0L);
    }
  }
}
