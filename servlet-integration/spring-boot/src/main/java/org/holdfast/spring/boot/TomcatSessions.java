// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

import org.apache.catalina.Container;
import org.apache.catalina.Context;
import org.apache.catalina.Engine;
import org.holdfast.tomcat.HoldfastManager;
import org.jspecify.annotations.Nullable;

/** Gives the context of an embedded Tomcat its manager. */
public final class TomcatSessions {
  private TomcatSessions() {}

  /**
   * Installs the manager; call it before {@code context} starts.
   *
   * @param context in its host already
   */
  public static void install(Context context, ReplicatedSessions sessions) {
    HoldfastManager manager = new HoldfastManager();
    manager.useSettings(sessions.settings());
    addRoute(context, sessions.settings().get("memberName"));
    context.setManager(manager);
    sessions.servedBy(
        "tomcat", manager::replicationNode, manager::resumeRequests, manager::finishRequests);
  }

  /** Sets the engine's route, unless it has one, which sticky balancers look for behind the id. */
  private static void addRoute(Context context, @Nullable String memberName) {
    if (memberName == null) {
      return;
    }
    Container container = context;
    while (container != null && !(container instanceof Engine)) {
      container = container.getParent();
    }
    if (container instanceof Engine engine && engine.getJvmRoute() == null) {
      engine.setJvmRoute(memberName);
    }
  }
}
