// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import java.io.Serializable;

/** An attribute that records the events that it receives. */
public final class ListeningValue
    implements HttpSessionBindingListener, HttpSessionActivationListener, Serializable {
  private static final long serialVersionUID = 1L;

  private final String name;

  ListeningValue(String name) {
    this.name = name;
  }

  @Override
  public void valueBound(HttpSessionBindingEvent event) {
    EventLog.of(event.getSession()).add(event.getSession(), "bound " + name);
  }

  @Override
  public void valueUnbound(HttpSessionBindingEvent event) {
    EventLog.of(event.getSession()).add(event.getSession(), "unbound " + name);
  }

  @Override
  public void sessionDidActivate(HttpSessionEvent event) {
    EventLog.of(event.getSession()).add(event.getSession(), "activated " + name);
  }

  @Override
  public void sessionWillPassivate(HttpSessionEvent event) {
    EventLog.of(event.getSession()).add(event.getSession(), "passivated " + name);
  }

  @Override
  public String toString() {
    return name;
  }
}
