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
   * To be called before {@code context} starts.
   *
   * @param context in its host already
   */
  public static void install(Context context, ReplicatedSessions sessions) {
    HoldfastManager manager = new HoldfastManager();
    manager.useSettings(sessions.settings());
    addRoute(context, sessions.settings().get("memberName"));
    context.setManager(manager);
    sessions.servedBy("tomcat", manager::replicationNode);
  }

  /** Sticky balancers look for the name behind the id, where Tomcat writes that of the engine. */
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
