// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
