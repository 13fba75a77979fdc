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
