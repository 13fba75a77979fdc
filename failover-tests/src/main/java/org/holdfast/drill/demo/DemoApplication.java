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

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServlet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Registers the servlets that drills and measurements send their requests to.
 *
 * <p>Paths: {@code /counter}, {@code /cart} and {@code /profile} count per session, each with a
 * session of another shape; {@code /peek}, {@code /rename} and {@code /invalidate} read, rename and
 * end the session; {@code /hello} has none. Every path but the last answers one line, see {@link
 * SessionAnswer}, shaped by the parameters of {@link ResponseShape}.
 */
public final class DemoApplication implements ServletContainerInitializer {
  private final String nodeName;

  /**
   * @param nodeName what the answers give as {@code node=}
   */
  public DemoApplication(String nodeName) {
    this.nodeName = nodeName;
  }

  /**
   * Classes of this application that its sessions hold; what replicates them has to allow these.
   */
  public static List<Class<?>> sessionClasses() {
    return List.of(Cart.class, CartItem.class);
  }

  @Override
  public void onStartup(@Nullable Set<Class<?>> annotated, ServletContext context) {
    SessionLocks locks = new SessionLocks();
    add(context, "/counter", new CountingServlet(nodeName, locks, new CounterWorkload()));
    add(context, "/cart", new CountingServlet(nodeName, locks, new CartWorkload()));
    add(context, "/profile", new CountingServlet(nodeName, locks, new ProfileWorkload()));
    add(context, "/peek", new PeekServlet(nodeName));
    add(context, "/rename", new RenameServlet(nodeName));
    add(context, "/invalidate", new InvalidateServlet(nodeName));
    add(context, "/hello", new HelloServlet());
  }

  private static void add(ServletContext context, String path, HttpServlet servlet) {
    context.addServlet(path.substring(1), servlet).addMapping(path);
  }
}
