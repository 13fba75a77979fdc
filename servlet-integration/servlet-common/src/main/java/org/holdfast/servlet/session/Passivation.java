// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells objects that their session leaves this node, so that their changes go with it. */
public final class Passivation {
  private static final Logger log = LoggerFactory.getLogger(Passivation.class);

  private Passivation() {}

  /**
   * Passivates, sends and exits a session that {@link
   * org.holdfast.replication.session.SessionListener#beforeHandOver} kept.
   *
   * @param passivate tells the objects; runs code of the application
   */
  public static void beforeHandOver(UsedSessions.Used session, Runnable passivate) {
    try {
      passivate.run();
      send(session);
    } finally {
      session.exit();
    }
  }

  /**
   * Passivates and sends a session that is left to the other nodes, as its application stops here.
   * An exception keeps neither the other sessions from their turn nor the application from
   * stopping; the log names its class alone, since the message may hold anything.
   */
  public static void atStop(UsedSessions.Used session, Runnable passivate) {
    try {
      if (session.enter()) {
        beforeHandOver(session, passivate);
      } else {
        passivate.run();
        send(session);
      }
    } catch (RuntimeException | Error e) {
      log.warn(
          "the passivation of a session threw {}: other nodes keep the session as it was before,"
              + " and the application continues to stop",
          e.getClass().getName());
    }
  }

  /**
   * Sends the session. An attribute that cannot be encoded goes as it was last; the log and the
   * counters of the core report it.
   */
  private static void send(UsedSessions.Used session) {
    if (!session.replicated().send()) {
      log.debug("another node took a session over while its attributes were passivated");
    }
  }
}
