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

package org.holdfast.contract;

import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import java.io.Serializable;

/** An attribute that writes down what it is told. */
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
