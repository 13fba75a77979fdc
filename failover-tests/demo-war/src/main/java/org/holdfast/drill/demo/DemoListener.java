// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.util.Set;

/**
 * Registers the servlets where the application comes as a web archive. The answers name the node by
 * the system property {@code demo.node}, else by the environment variable {@code DEMO_NODE}, else
 * by {@code HOSTNAME}, which containers have.
 */
public final class DemoListener implements ServletContextListener {

  /** The container makes it. */
  public DemoListener() {}

  @Override
  public void contextInitialized(ServletContextEvent event) {
    new DemoApplication(nodeName()).onStartup(Set.of(), event.getServletContext());
  }

  private static String nodeName() {
    String name = System.getProperty("demo.node", "");
    for (String variable : new String[] {"DEMO_NODE", "HOSTNAME"}) {
      String value = System.getenv(variable);
      if (name.isEmpty() && value != null) {
        name = value;
      }
    }
    return name.isEmpty() ? "unnamed" : name;
  }
}
