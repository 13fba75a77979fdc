// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.holdfast.contract.ProcessCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two processes with OpenEJB and Tomcat: a stateful bean goes where its HTTP session goes. */
@Timeout(120)
class StatefulBeanIT {
  @Test
  void survivesTogetherWithItsSession_whenTheNodeOfBothIsKilled() {
    try (ProcessCluster cluster =
        ProcessCluster.start(
            StatefulNode.class, 2, Map.of("allowedClasses", "org.holdfast.tomee.**"))) {
      ProcessCluster.Visitor other = cluster.visitor();
      assertThat(other.get(1, "/?add=pen")).isEqualTo("1 [pen, activated false]");
      assertThat(other.get(1, "/?end=")).isEqualTo("1 no bean");
      assertThat(other.get(0, "/")).as("removed everywhere").isEqualTo("1 no bean");

      ProcessCluster.Visitor visitor = cluster.visitor();
      assertThat(visitor.get(0, "/?add=tea")).isEqualTo("1 [tea, activated false]");
      assertThat(visitor.get(1, "/?add=milk")).isEqualTo("2 [tea, milk, activated true]");
      assertThat(visitor.get(0, "/?add=jam")).isEqualTo("3 [tea, milk, jam, activated true]");

      cluster.kill(0);

      assertThat(visitor.get(1, "/")).isEqualTo("3 [tea, milk, jam, activated true]");
      assertThat(visitor.get(1, "/?add=rice"))
          .isEqualTo("4 [tea, milk, jam, rice, activated true]");
    }
  }
}
