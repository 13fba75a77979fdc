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

package org.holdfast.drill.node;

import java.util.Optional;
import org.apache.catalina.Context;
import org.holdfast.drill.cluster.Integration;

/**
 * Sessions of an application in Tomcat. Installed before the application starts; what they open,
 * they open when the application starts, and close when it stops.
 */
interface TomcatSessions extends NodeSessions {

  /** Chooses who keeps the sessions of the demo application on a node with these settings. */
  static TomcatSessions ofDemo(NodeSettings settings) {
    if (!settings.replicates()) {
      return new PlainSessions(settings.name());
    }
    if (settings.integration() == Integration.FILTER) {
      return new FilterSessions(settings);
    }
    return settings.manager().equals("holdfast")
        ? ManagerSessions.ofDemo(settings)
        : new TribesSessions(settings);
  }

  /**
   * Chooses who keeps the sessions of a user's web application beside the demo.
   *
   * @throws IllegalArgumentException if anybody but Holdfast's manager shall replicate them
   */
  static TomcatSessions ofWar(NodeSettings settings) {
    if (!settings.replicates()) {
      return new PlainSessions(settings.name());
    }
    if (!settings.manager().equals("holdfast")) {
      throw new IllegalArgumentException(
          "--war goes with --manager holdfast only, was " + settings.manager());
    }
    return new ManagerSessions(settings);
  }

  /** Takes charge of the sessions of {@code context}, which has not started yet. */
  void installIn(Context context);

  /** Returns why the application started without them, if it did. */
  default Optional<Exception> failure() {
    return Optional.empty();
  }
}
