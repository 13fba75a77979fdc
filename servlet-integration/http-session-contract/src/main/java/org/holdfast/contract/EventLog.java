// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** The events of an application, in order, by the id that the session had then. Thread-safe. */
public final class EventLog {
  private record Event(String id, String text) {}

  /** The name of the attribute in which the context of each application has its log. */
  static final String ATTRIBUTE = EventLog.class.getName();

  private final List<Event> events = new CopyOnWriteArrayList<>();

  /** Returns the log of the application that {@code session} belongs to. */
  static EventLog of(HttpSession session) {
    return (EventLog) session.getServletContext().getAttribute(ATTRIBUTE);
  }

  public void add(HttpSession session, String text) {
    events.add(new Event(withoutRoute(session.getId()), text));
  }

  static String withoutRoute(String id) {
    int dot = id.indexOf('.');
    return dot < 0 ? id : id.substring(0, dot);
  }

  /** Writes the events of the sessions that the parameters {@code id} name, a line each. */
  void serve(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String[] wanted = request.getParameterValues("id");
    for (String text : of(Set.of(wanted == null ? new String[0] : wanted))) {
      response.getWriter().println(text);
    }
  }

  /** Returns the events of the sessions of these ids. */
  List<String> of(Set<String> ids) {
    return events.stream().filter(event -> ids.contains(event.id())).map(Event::text).toList();
  }
}
