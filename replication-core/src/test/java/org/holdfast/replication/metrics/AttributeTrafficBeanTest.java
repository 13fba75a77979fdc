// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;

/** The figures as a JMX client sees them, which has none of our classes. */
class AttributeTrafficBeanTest {
  private static final String APPLICATION = "local,host=\"*?\n/shop";

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final AttributeTraffic traffic = new AttributeTraffic("bean", "node-1", APPLICATION);

  @Test
  void showsTheFiguresInOpenTypes_untilItIsClosed() throws Exception {
    traffic.changed("tree", 71, 80, false, false);
    traffic.changed("cart", 29, 29, false, false);
    ObjectName name = AttributeTrafficBean.name(traffic);

    try (AttributeTrafficBean.Registration shown = AttributeTrafficBean.register(traffic)) {
      assertThat(shown).isNotNull();
      assertThat(server.queryNames(new ObjectName(AttributeTrafficBean.PATTERN), null))
          .contains(name);
      assertThat(server.getAttribute(name, "Headline"))
          .isEqualTo("attribute `tree` is 71 % of the traffic");
      assertThat(server.getAttribute(name, "Application")).isEqualTo(APPLICATION);
      assertThat(server.getAttribute(name, "Bytes")).isEqualTo(100L);
      assertThat(server.invoke(name, "table", new Object[0], new String[0]))
          .isEqualTo(traffic.snapshot().table());
      TabularData rows = (TabularData) server.getAttribute(name, "Attributes");
      CompositeData tree = (CompositeData) rows.get(new Object[] {"tree"}).get("value");
      assertThat(tree.get("share")).isEqualTo(0.71);
      assertThat(tree.get("newestBytes")).isEqualTo(80L);
      assertThat(tree.get("neverRead")).isEqualTo(true);
    }

    assertThat(server.isRegistered(name)).isFalse();
  }

  @Test
  void leavesTheFirstInPlace_whenAnotherOfThatNameIsThere() throws Exception {
    try (AttributeTrafficBean.Registration first = AttributeTrafficBean.register(traffic)) {
      AttributeTrafficBean.register(traffic).close();

      assertThat(first).isNotNull();
      assertThat(server.isRegistered(AttributeTrafficBean.name(traffic))).isTrue();
    }
  }
}
