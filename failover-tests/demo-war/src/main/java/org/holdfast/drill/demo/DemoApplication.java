// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServlet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Registers the servlets that drills and measurements send their requests to: those of {@link
 * StandardWorkload}, listed at {@code /}, and some for drills alone.
 *
 * <p>{@code /counter}, {@code /profile} and {@code /hello} are the names by which drills know
 * {@code /hello-sessions}, {@code /big-session} and {@code /hello-servlet}. {@code /peek}, {@code
 * /rename} and {@code /invalidate} read, rename and end the session; {@code /mixed} is for {@link
 * MixedServlet}. What has to do with sessions answers one line, see {@link SessionAnswer}, shaped
 * by the parameters of {@link ResponseShape}.
 *
 * <p>Below {@code /clusterbench} the same sessions are served by the rules of ClusterBench, see
 * {@link SerialServlet}; {@code /session} and {@code /granular} always are. Where {@code
 * /clusterbench} is the context path of the application itself, all of these are served at their
 * own paths, too, so that a URL means the same in both.
 */
public final class DemoApplication implements ServletContainerInitializer {
  /** The page of {@code /hello-bean-jsp}; whoever runs the application has to serve it. */
  public static final String HELLO_PAGE = "/WEB-INF/hello-bean.jsp";

  /** Where the rules of ClusterBench hold, which has it as its context path. */
  private static final String CLUSTERBENCH = "/clusterbench";

  private static final Pattern NODE_NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private final String nodeName;

  /**
   * @param nodeName what the answers give as {@code node=}: 1 to 64 letters, digits, dots, hyphens
   *     and underscores
   * @throws IllegalArgumentException if it is anything else
   */
  public DemoApplication(String nodeName) {
    if (!NODE_NAME.matcher(nodeName).matches()) {
      throw new IllegalArgumentException(
          "the name of a node must be 1 to 64 letters, digits, \".\", \"_\" or \"-\", was \""
              + nodeName
              + "\"");
    }
    this.nodeName = nodeName;
  }

  /**
   * Classes of this application that its sessions hold; what replicates them has to allow these.
   */
  public static List<Class<?>> sessionClasses() {
    return List.of(Cart.class, CartItem.class, Serial.class);
  }

  @Override
  public void onStartup(@Nullable Set<Class<?>> annotated, ServletContext context) {
    SessionLocks locks = new SessionLocks();
    addCounting(context, locks, new CounterWorkload(), "/hello-sessions", "/counter");
    addCounting(context, locks, new CartWorkload(), "/cart");
    addCounting(context, locks, new ProfileWorkload(), "/big-session", "/profile");
    addSerial(context, locks, new SerialWorkload(), "/session");
    addSerial(context, locks, new GranularWorkload(), "/granular");
    addCounting(context, locks, new ValidationWorkload(""), "/session-validation");
    add(context, new PeekServlet(nodeName), "/peek");
    add(context, new RenameServlet(nodeName), "/rename");
    add(context, new InvalidateServlet(nodeName), "/invalidate");
    add(context, new MixedServlet(nodeName, locks), "/mixed");
    add(context, new HelloServlet(), "/hello-servlet", "/hello");
    add(context, new HelloBeanServlet(), "/hello-bean-jsp");
    add(context, new PingServlet(), "/ping");
    add(context, new IndexServlet(nodeName), "");
  }

  private void addCounting(
      ServletContext context, SessionLocks locks, Workload workload, String... paths) {
    List<String> counting = new ArrayList<>(List.of(paths));
    List<String> serial = new ArrayList<>(List.of(CLUSTERBENCH + paths[0]));
    if (context.getContextPath().equals(CLUSTERBENCH)) {
      serial.add(counting.remove(0));
    }
    add(context, new SerialServlet(nodeName, locks, workload), serial.toArray(String[]::new));
    if (!counting.isEmpty()) {
      add(context, new CountingServlet(nodeName, locks, workload), counting.toArray(String[]::new));
    }
  }

  private void addSerial(
      ServletContext context, SessionLocks locks, Workload workload, String path) {
    add(context, new SerialServlet(nodeName, locks, workload), path, CLUSTERBENCH + path);
  }

  private static void add(ServletContext context, HttpServlet servlet, String... paths) {
    String name = paths[0].isEmpty() ? "index" : paths[0].substring(1);
    context.addServlet(name, servlet).addMapping(paths);
  }
}
