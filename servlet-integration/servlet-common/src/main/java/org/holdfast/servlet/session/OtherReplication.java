// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import jakarta.servlet.ServletContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A search for a second replication of the sessions of one web application: another integration of
 * Holdfast, or Spring Session. The container's integration claims an application before it starts;
 * a filter inside the application then finds the claim and stays off.
 *
 * <p>Stateless: the thread that starts the application calls it.
 */
public final class OtherReplication {
  /**
   * The attribute of a web application that names the integration which serves its sessions. The
   * drop-in jars rename packages, and two installations must use the same attribute. So its name
   * contains no package.
   */
  public static final String SERVED_BY = "holdfast-sessions-served-by";

  private static final String SPRING_SESSION =
      "org.springframework.session.web.http.SessionRepositoryFilter";

  private static final String SPRING_SESSION_NAME = "springSessionRepositoryFilter";

  private OtherReplication() {}

  /** Records that {@code integration} serves the sessions of this application. */
  public static void claim(ServletContext application, String integration) {
    application.setAttribute(SERVED_BY, integration);
  }

  /** Returns the integration that has claimed the application; null if there is none. */
  public static @Nullable String claimedBy(ServletContext application) {
    return application.getAttribute(SERVED_BY) instanceof String integration ? integration : null;
  }

  /**
   * Returns the warning to log if Spring Session's filter is among the filters of an application;
   * null if it is not.
   *
   * @param filters the class name of each filter, by the name of the filter
   * @param own the caller's name for itself in the warning, such as {@code Holdfast's Manager}
   */
  public static @Nullable String springSessionWarning(
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
