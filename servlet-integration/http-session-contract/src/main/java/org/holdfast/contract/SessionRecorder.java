// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.Collections;
import java.util.TreeSet;

/** A listener that records the events of sessions. */
final class SessionRecorder
    implements HttpSessionListener, HttpSessionIdListener, HttpSessionAttributeListener {
  private final EventLog log;

  SessionRecorder(EventLog log) {
    this.log = log;
  }

  @Override
  public void sessionCreated(HttpSessionEvent event) {
    log.add(event.getSession(), "created");
  }

  @Override
  public void sessionDestroyed(HttpSessionEvent event) {
    HttpSession session = event.getSession();
    TreeSet<String> names = new TreeSet<>(Collections.list(session.getAttributeNames()));
    StringBuilder text = new StringBuilder("destroyed");
    for (String name : names) {
      text.append(' ').append(name).append('=').append(session.getAttribute(name));
    }
    log.add(session, text.toString());
  }

  @Override
  public void sessionIdChanged(HttpSessionEvent event, String oldSessionId) {
    boolean changed = !oldSessionId.equals(event.getSession().getId());
    log.add(event.getSession(), changed ? "renamed" : "renamed to the same id");
  }

  @Override
  public void attributeAdded(HttpSessionBindingEvent event) {
    log.add(event.getSession(), "added " + event.getName() + "=" + event.getValue());
  }

  @Override
  public void attributeRemoved(HttpSessionBindingEvent event) {
    log.add(event.getSession(), "removed " + event.getName() + "=" + event.getValue());
  }

  @Override
  public void attributeReplaced(HttpSessionBindingEvent event) {
    Object now = event.getSession().getAttribute(event.getName());
    log.add(
        event.getSession(), "replaced " + event.getName() + "=" + event.getValue() + " by " + now);
  }
}
