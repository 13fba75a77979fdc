// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import jakarta.servlet.ServletContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether something else replicates the sessions of a web application besides the integration
 * that asks: an integration of Holdfast that was installed a second time, or Spring Session.
 */
public final class OtherReplication {
  /**
   * The attribute of a web application that names the integration which serves its sessions. It
   * contains no name of a package, which the drop-in jars might change: each of two installations
   * has classes of its own.
   */
  public static final String SERVED_BY = "holdfast-sessions-served-by";

  private static final String SPRING_SESSION =
      "org.springframework.session.web.http.SessionRepositoryFilter";

  private static final String SPRING_SESSION_NAME = "springSessionRepositoryFilter";

  private OtherReplication() {}

  /** Notes that {@code integration} serves the sessions of this application. */
  public static void claim(ServletContext application, String integration) {
    application.setAttribute(SERVED_BY, integration);
  }

  /** Returns the integration that has claimed the application; null if there is none. */
  public static @Nullable String claimedBy(ServletContext application) {
    return application.getAttribute(SERVED_BY) instanceof String integration ? integration : null;
  }

  /**
   * Returns the line to log if Spring Session's filter is among the filters of an application; null
   * if it is not.
   *
   * @param filters names of classes by names of filters
   * @param own the replication of sessions here, as in {@code the Manager of Holdfast}
   */
  public static @Nullable String springSession(
      String application, Map<String, String> filters, String own) {
    boolean active =
        filters.containsValue(SPRING_SESSION) || filters.containsKey(SPRING_SESSION_NAME);
    return !active
        ? null
        : "Spring Session's filter is active in web application "
            + application
            + " besides "
            + own
            + ": the application gets the sessions of Spring Session, and Holdfast replicates none"
            + " of them. Remove one of the two";
  }
}
