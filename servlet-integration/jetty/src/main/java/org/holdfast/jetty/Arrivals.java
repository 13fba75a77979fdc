// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.servlet.session.RoutedId;
import org.jspecify.annotations.Nullable;

/*
 * Threads: each has its own arrivals. The session handler looks a session up and passes the request on to GateHandler on one
 * thread. If it does not pass the request on, it releases the session. A reason to refuse stays then: the next request of the
 * thread ignores it, unless its client sent the same id.
 */

/**
 * The sessions that this thread has looked up for a request which has not reached {@link
 * GateHandler} yet. Jetty's session handler comes before that handler, and asks the session cache
 * without naming the request.
 */
final class Arrivals {
  /**
   * The result of one look-up: a session that was entered for the request, or the reason to refuse
   * the request.
   *
   * @param id the id that was looked up; empty unless there is a reason to refuse
   * @param inUse whether the session handler will release the session
   */
  private record Arrival(
      String id, @Nullable HoldfastSession session, boolean inUse, @Nullable String refusal) {}

  private static final ThreadLocal<List<Arrival>> ARRIVING =
      ThreadLocal.withInitial(ArrayList::new);
  private static final ThreadLocal<@Nullable RoutedId> ASKED = new ThreadLocal<>();

  private Arrivals() {}

  /** Notes the ids that the client sent, before its session is looked up. */
  static void ask(RoutedId requested) {
    ASKED.set(requested);
  }

  /** Returns the ids that the client of the request sent; null if this thread has no request. */
  static @Nullable RoutedId asked() {
    return ASKED.get();
  }

  /**
   * Adds a session that was entered for the request.
   *
   * @param inUse whether the session handler will release it
   */
  static void add(HoldfastSession session, boolean inUse) {
    ARRIVING.get().add(new Arrival("", session, inUse, null));
  }

  /** Has the request refused if its client sent {@code id}. */
  static void refuse(String id, String reason) {
    ARRIVING.get().add(new Arrival(id, null, false, reason));
  }

  /** Moves all arrivals of this thread to {@code scope}, the scope of its request. */
  static void moveTo(RequestScope scope) {
    ASKED.set(null);
    List<Arrival> here = ARRIVING.get();
    if (here.isEmpty()) {
      return;
    }
    List<Arrival> arrived = List.copyOf(here);
    // Cleared, not removed: a removal costs more, and an empty list keeps no class loader alive.
    here.clear();
    for (Arrival arrival : arrived) {
      if (arrival.session() != null) {
        scope.keepEntered(arrival.session());
      } else if (arrival.refusal() != null && scope.asksFor(arrival.id())) {
        scope.refuse(arrival.refusal());
      }
    }
  }

  /**
   * Commits and exits a session that no scope has taken charge of: the session handler gave its
   * request up, or there was no request. Does nothing for other sessions.
   */
  static void release(HoldfastSession session) {
    List<Arrival> here = ARRIVING.get();
    for (int i = 0; i < here.size(); i++) {
      if (here.get(i).session() == session && here.get(i).inUse()) {
        here.remove(i);
        session.release();
        session.exit();
        break;
      }
    }
  }
}
