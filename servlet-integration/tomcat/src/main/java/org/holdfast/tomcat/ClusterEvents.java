// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.catalina.Context;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.SessionListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listener to which the replication core reports events of sessions.
 *
 * @param released called on any thread with a session that another node serves now
 * @param passivations of sessions that are about to go
 * @param context whose container listeners receive the attributes that cannot be read
 */
record ClusterEvents(
    Consumer<ReplicatedSession> released, Passivations passivations, Supplier<Context> context)
    implements SessionListener {
  private static final Logger log = LoggerFactory.getLogger(ClusterEvents.class);

  @Override
  public void onReleased(ReplicatedSession session) {
    released.accept(session);
  }

  @Override
  public boolean beforeHandOver(ReplicatedSession session) {
    return session.attachment() instanceof HoldfastSession here
        && passivations.addBeforeHandOver(here);
  }

  /**
   * Reports the attribute to the container listeners. Logs a listener's failure: the application
   * continues without the attribute.
   */
  @Override
  public void onUnreadable(
      ReplicatedSession session, String name, CorruptAttributeException problem) {
    try {
      context
          .get()
          .fireContainerEvent(
              UnreadableAttribute.EVENT,
              new UnreadableAttribute(
                  name, problem.unreadable(), String.valueOf(problem.getMessage())));
    } catch (RuntimeException e) {
      log.warn(
          "a container listener failed on the event of an attribute that cannot be read; the"
              + " session continues",
          e);
    }
  }

  /**
   * Ends the session as the application would, so that its listeners receive the end while it can
   * be read.
   */
  @Override
  public void endUnreadable(ReplicatedSession session) {
    if (session.attachment() instanceof HoldfastSession here) {
      here.expire();
    } else {
      session.invalidate();
    }
  }
}
