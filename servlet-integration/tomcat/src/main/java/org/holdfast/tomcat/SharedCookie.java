// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import jakarta.servlet.SessionTrackingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.ApplicationSessionCookieConfig;
import org.apache.catalina.util.SessionConfig;
import org.apache.tomcat.util.http.MimeHeaders;
import org.holdfast.servlet.session.ClusterLink;
import org.holdfast.servlet.session.RoutedId;
import org.holdfast.servlet.session.SessionCookies;
import org.jspecify.annotations.Nullable;

/**
 * The session cookie of one request, if it may contain ids of several web applications. Each web
 * application has its own sessions and ids. Applications whose cookies have the same name and path
 * share one cookie, with the ids of all. When this request sets the cookie, it must keep the ids of
 * the other applications.
 *
 * <p>Thread-safe: a request's cross-context dispatches may begin sessions on any of its threads.
 */
final class SharedCookie {
  private static final String SET_COOKIE = "Set-Cookie";

  private final String requestedText;

  /** The ids in {@link #requestedText}; null until a method needs them, as few requests do. */
  private @Nullable RoutedId requested;

  /**
   * The sessions that a dispatch to another context began, by that context's manager; rarely any.
   * Replaced under the lock, read without.
   */
  private volatile Map<HoldfastManager, HoldfastSession> begun = Map.of();

  SharedCookie(@Nullable String requestedId) {
    this.requestedText = requestedId == null ? "" : requestedId;
  }

  private synchronized RoutedId requested() {
    RoutedId known = requested;
    if (known == null) {
      known = RoutedId.parse(requestedText);
      requested = known;
    }
    return known;
  }

  /**
   * Returns the id of the session that the request's client has in another context; null if none.
   */
  synchronized @Nullable RoutedId idIn(HoldfastManager other) {
    HoldfastSession session = begun.get(other);
    if (session != null) {
      return new RoutedId(List.of(session.replicated().id()), null);
    }
    for (String id : requested().ids()) {
      if (other.cluster().isOwn(id)) {
        return new RoutedId(List.of(id), requested().route());
      }
    }
    return null;
  }

  /** Notes that the request began {@code session} in the context of {@code other}. */
  synchronized void begun(HoldfastSession session, HoldfastManager other) {
    Map<HoldfastManager, HoldfastSession> more = new LinkedHashMap<>(begun);
    more.put(other, session);
    begun = more;
  }

  /**
   * Removes the session cookie from the response if it contains an id that {@code mayTell} refuses.
   * Tomcat sets the cookie when the request begins a session or changes its id, and {@link
   * RequestScope#rewriteRoute} sets it when the request finds a session. Since then, another
   * request may have changed the id or ended the session.
   *
   * <p>Also removes a cookie that only changes the route, if another web application that shares
   * the cookie has changed the id of its session meanwhile. The client has the new id from another
   * response, and this cookie would replace it. Called before the response is committed.
   */
  void dropStale(
      Request request, Response response, ClusterLink cluster, Predicate<String> mayTell) {
    String start = SessionConfig.getSessionCookieName(request.getContext()) + "=";
    MimeHeaders headers = response.getCoyoteResponse().getMimeHeaders();
    for (int i = headers.size() - 1; i >= 0; i--) {
      if (headers.getName(i).equalsIgnoreCase(SET_COOKIE)) {
        String cookie = headers.getValue(i).toString();
        if (cookie.startsWith(start)
            && !(SessionCookies.idsIn(cookie).stream().allMatch(mayTell)
                && mayRoute(cookie, cluster))) {
          headers.removeHeader(i);
        }
      }
    }
  }

  /** Returns whether {@code cookie} may change the route of the ids that the client sent. */
  private boolean mayRoute(String cookie, ClusterLink cluster) {
    List<String> sent = requested().ids();
    return sent.stream().noneMatch(cluster::isReplacedInAnother)
        || !sent.containsAll(SessionCookies.idsIn(cookie));
  }

  /**
   * Adds the ids of other web applications to the cookie that the response sets. Sets a cookie if a
   * cross-context dispatch began a session, whose id the client would not receive otherwise.
   * Applications that do not use cookies are left out: their ids are in no cookie, and their
   * requests set none. Called before the response is committed.
   *
   * @param own the request's session as it is now; null if it has none
   * @param knowsOwn returns whether the client may receive the id of {@code own}. If it must not,
   *     this sets no new cookie, which would replace the one from another response
   */
  void complete(
      Request request,
      Response response,
      @Nullable HoldfastSession own,
      HoldfastManager manager,
      BooleanSupplier knowsOwn) {
    Map<HoldfastManager, HoldfastSession> known = begun;
    if ((known.isEmpty() && hasOnlyOwnId(manager))
        || !usesCookies(request.getContext())
        || (own != null && !knowsOwn.getAsBoolean() && !isSet(request.getContext(), response))) {
      return;
    }
    List<HoldfastSession> fresh =
        known.values().stream()
            .filter(session -> !session.replicated().hasEnded())
            .filter(session -> usesCookies(session.owner().getContext()))
            .toList();
    List<String> others = others(request.getContext(), manager, fresh);
    boolean needed =
        !fresh.isEmpty()
            || (own != null && !others.isEmpty() && isSet(request.getContext(), response));
    if (!needed) {
      return;
    }
    List<String> ids = new ArrayList<>();
    if (own != null) {
      ids.add(own.replicated().id());
    }
    fresh.forEach(session -> ids.add(session.replicated().id()));
    ids.addAll(others);
    response.addSessionCookieInternal(
        ApplicationSessionCookieConfig.createSessionCookie(
            request.getContext(), RoutedId.join(ids, manager.route()), request.isSecure()));
  }

  static boolean usesCookies(Context context) {
    return context
        .getServletContext()
        .getEffectiveSessionTrackingModes()
        .contains(SessionTrackingMode.COOKIE);
  }

  /**
   * Returns whether the request carries the id of this application alone, or none, as almost each
   * request does.
   */
  private boolean hasOnlyOwnId(HoldfastManager manager) {
    return requestedText.isEmpty()
        || (requestedText.indexOf('~') < 0 && manager.cluster().isOwn(requestedText));
  }

  /**
   * Returns the ids that the client sent for other applications of this host, except those of
   * applications in which this request began a session. Leaves out ids that no application here
   * has: clients made them up, or they are out of date.
   */
  private List<String> others(
      Context context, HoldfastManager manager, List<HoldfastSession> fresh) {
    ClusterLink cluster = manager.cluster();
    boolean isShared =
        SessionCookies.isShared(
                context.getEncodedPath(), SessionConfig.getSessionCookiePath(context))
            || requested().ids().stream().anyMatch(cluster::isOwn);
    return isShared
        ? requested().ids().stream()
            .filter(id -> SessionCookies.keeps(id, cluster))
            .filter(id -> fresh.stream().noneMatch(session -> session.owner().cluster().isOwn(id)))
            .toList()
        : List.of();
  }

  private static boolean isSet(Context context, Response response) {
    String start = SessionConfig.getSessionCookieName(context) + "=";
    return response.getHeaders(SET_COOKIE).stream().anyMatch(set -> set.startsWith(start));
  }
}
