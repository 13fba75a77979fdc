/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
