// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.tomcat.util.modeler.Registry;
import org.holdfast.servlet.settings.Settings;
import org.junit.jupiter.api.Test;

/** Tomcat shows each manager in JMX. */
class ManagerSecretsIT {
  private static final String SECRET = "correct-horse-battery-staple-";

  @Test
  void showsNoSecretInJmx() throws Exception {
    TomcatNode.Builder cluster =
        TomcatNode.cluster(1)
            .with(manager -> Settings.SECRETS.forEach(name -> manager.set(name, SECRET + name)));
    try (TomcatNode node = cluster.start(0, new Application())) {
      MBeanServer server = Registry.getRegistry(null, null).getMBeanServer();
      ObjectName bean = node.manager().getObjectName();
      List<String> readable = new ArrayList<>();
      for (MBeanAttributeInfo each : server.getMBeanInfo(bean).getAttributes()) {
        if (each.isReadable()) {
          readable.add(each.getName());
          assertThat(String.valueOf(server.getAttribute(bean, each.getName())))
              .as(each.getName())
              .doesNotContain(SECRET);
        }
      }
      for (MBeanOperationInfo each : server.getMBeanInfo(bean).getOperations()) {
        if (each.getSignature().length == 0 && each.getName().startsWith("get")) {
          assertThat(String.valueOf(server.invoke(bean, each.getName(), null, null)))
              .as(each.getName())
              .doesNotContain(SECRET);
        }
      }

      assertThat(readable)
          .contains("maxActiveSessions")
          .doesNotContainAnyElementsOf(Settings.SECRETS);
      assertThat(node.manager().toString()).doesNotContain(SECRET);
    }
  }
}
