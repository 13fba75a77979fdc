// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.holdfast.contract.ProcessCluster;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bean of the session that is merely called is replicated, with all that belongs to it. */
@Timeout(120)
class CdiSessionScopedIT {
  @ParameterizedTest
  @ValueSource(classes = {TomcatNode.class, JettyNode.class, UndertowNode.class})
  void survivesItsNode_withItsInterceptorAndItsDependents(Class<?> node) {
    try (ProcessCluster cluster =
        ProcessCluster.start(node, 2, Map.of("allowedClasses", "org.holdfast.cdi.**"))) {
      ProcessCluster.Visitor visitor = cluster.visitor();
      assertThat(visitor.get(0, "/?add=tea")).isEqualTo("[tea] for 10 in sheet 1 in call 1");
      assertThat(visitor.get(0, "/?add=jam")).isEqualTo("[tea, jam] for 20 in sheet 2 in call 2");
      assertThat(visitor.get(1, "/?add=rice"))
          .isEqualTo("[tea, jam, rice] for 30 in sheet 3 in call 3");
      assertThat(visitor.get(0, "/?add=salt"))
          .isEqualTo("[tea, jam, rice, salt] for 40 in sheet 4 in call 4");

      cluster.kill(0);

      assertThat(visitor.get(1, "/"))
          .isEqualTo("[tea, jam, rice, salt] for 40 in sheet 5 in call 5");
      assertThat(visitor.get(1, "/?names=")).contains("WELD_S#");
    }
  }
}
