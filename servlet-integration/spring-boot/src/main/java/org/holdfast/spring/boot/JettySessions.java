// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.holdfast.jetty.HoldfastJetty;

/** Gives the context of an embedded Jetty its session cache. */
public final class JettySessions {
  private JettySessions() {}

  /**
   * Installs the session cache; call it before {@code server} starts.
   *
   * @throws IllegalStateException if it has not exactly one context
   */
  public static void install(Server server, ReplicatedSessions sessions) {
    var contexts = server.getDescendants(ContextHandler.class);
    if (contexts.size() != 1) {
      throw new IllegalStateException(
          "Holdfast replicates the sessions of exactly one Jetty context; this server has "
              + contexts);
    }
    ContextHandler context = contexts.get(0);
    // In place of whatever cache there is: developer tools set one up that stores sessions in a
    // file.
    HoldfastJetty.install(context, sessions.settings(), true);
    sessions.servedBy("jetty", () -> HoldfastJetty.replicationNode(context));
  }
}
