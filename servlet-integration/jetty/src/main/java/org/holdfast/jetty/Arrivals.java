// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.servlet.session.RoutedId;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that were looked up on this thread for a request that Holdfast has not seen yet.
 * Jetty's session handler asks for the session first. Each thread has its own arrivals.
 */
final class Arrivals {
  /**
   * A session that was entered on behalf of the request, or a reason to refuse it.
   *
   * @param id that was asked for
   * @param inUse whether the session handler releases it
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

  static @Nullable RoutedId asked() {
    return ASKED.get();
  }

  /** Adds a session that was entered on behalf of the request. */
  static void add(HoldfastSession session, boolean inUse) {
    ARRIVING.get().add(new Arrival("", session, inUse, null));
  }

  static void refuse(String id, String reason) {
    ARRIVING.get().add(new Arrival(id, null, false, reason));
  }

  /** Moves all arrivals to {@code scope}. */
  static void moveTo(RequestScope scope) {
    ASKED.set(null);
    List<Arrival> here = ARRIVING.get();
    if (here.isEmpty()) {
      return;
    }
    List<Arrival> arrived = List.copyOf(here);
    // An empty list of the JDK's may stay with the thread; to remove it costs more.
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
   * Releases a session whose request the session handler gave up, or that was used without a
   * request.
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
