// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import jakarta.servlet.ServletContainerInitializer;
import java.util.Optional;
import org.holdfast.drill.cluster.Integration;

/** The container of a node: its applications, the port before them, and their sessions. */
interface NodeServer {

  /**
   * Sets up the container that the settings ask for; opens nothing yet.
   *
   * @param directory for files of the container; deleted with the node
   * @param log gets a line per request
   * @param statusPages fills the application at {@link EmbeddedNode#STATUS_PATH}
   * @throws IllegalArgumentException if the sessions refuse a setting, or the container a part
   */
  static NodeServer of(
      NodeSettings settings,
      NodeParts parts,
      TemporaryDirectory directory,
      Optional<RequestLog> log,
      ServletContainerInitializer statusPages) {
    if (parts.war().isPresent() && settings.integration() != Integration.TOMCAT) {
      throw new IllegalArgumentException(
          "--war goes with --integration tomcat only, was " + settings.integration());
    }
    return settings.integration() == Integration.JETTY
        ? new JettyServer(settings, log, statusPages)
        : new TomcatServer(settings, parts, directory.path(), log, statusPages);
  }

  /** Starts the applications, then opens the port. */
  void start() throws Exception;

  /** Returns the port of HTTP, once it is open. */
  int port();

  /** Returns how many requests the applications had, without those for the status. */
  long requests();

  /** Returns the sessions of the demo application. */
  NodeSessions sessions();

  /** Returns why the sessions could not start, if that is why {@link #start} failed. */
  Optional<Exception> sessionsFailure();

  /**
   * Stops the container as its owner would stop it, so that drills show what that does, and frees
   * its port.
   */
  void stop() throws Exception;
}
