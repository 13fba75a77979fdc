// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/**
 * A process of {@link DeveloperCycle}: starts an embedded Tomcat with one application, deploys it
 * three times again, asks for a page each time, and prints what that took.
 */
final class EmbeddedCycle {
  private EmbeddedCycle() {}

  /** Arguments: folder of the application, folder for Tomcat. */
  public static void main(String[] arguments) throws Exception {
    Path application = Path.of(arguments[0]);
    try (EmbeddedTomcat tomcat = new EmbeddedTomcat(Path.of(arguments[1]), "node-1")) {
      // As in a developer's program: our jars are among those that Tomcat would search.
      tomcat.searchClassPath();
      Visitor user = new Visitor();
      EmbeddedServer.Deployed deployed = tomcat.deploy("/shop", application);
      user.get(tomcat.uri("/shop/count"));
      long firstPage = millis();
      for (int i = 0; i < DeveloperCycle.REDEPLOYS; i++) {
        deployed.undeploy();
        deployed = tomcat.deploy("/shop", application);
        user.get(tomcat.uri("/shop/count"));
      }
      System.out.println(
          new CycleTime(firstPage, millis(), CycleTime.cpuMillis(ProcessHandle.current())));
    }
  }

  /** Since the JVM started. */
  private static long millis() {
    return System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
  }
}
