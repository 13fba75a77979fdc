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
 * The ids of other web applications' sessions in the cookie of a request, kept when the request
 * sets the cookie. Each application has sessions, and thus ids, of its own; sharing a cookie, they
 * share its value.
 *
 * <p>Thread-safe: a request's cross-context dispatches may begin sessions on any of its threads.
 */
final class SharedCookie {
  private static final String SET_COOKIE = "Set-Cookie";

  private final String requestedText;

  /** The ids in {@link #requestedText}; null until code asks for them, which few requests do. */
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

  synchronized void begun(HoldfastSession session, HoldfastManager other) {
    Map<HoldfastManager, HoldfastSession> more = new LinkedHashMap<>(begun);
    more.put(other, session);
    begun = more;
  }

  /**
   * Takes the session's cookie back if it tells an id that {@code mayTell} refuses. Tomcat sets the
   * cookie when the request begins a session or changes its id, and {@link
   * RequestScope#rewriteRoute} when the request finds one: much may have happened since. A cookie
   * that only names another route goes too when another web application, which shares it, has
   * changed the id of its session meanwhile: the client has that id from another response. To be
   * called before the response is committed.
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

  private boolean mayRoute(String cookie, ClusterLink cluster) {
    List<String> sent = requested().ids();
    return sent.stream().noneMatch(cluster::isReplacedInAnother)
        || !sent.containsAll(SessionCookies.idsIn(cookie));
  }

  /**
   * Completes the cookie that the response sets, or sets one if it alone can tell the client of
   * sessions that were begun. If an application wants no cookies, no cookie contains its sessions,
   * and no cookie is set for its requests. To be called before the response is committed.
   *
   * @param own the request's session as it is now; null if it has none
   * @param knowsOwn tells whether the client may learn the id of {@code own}; else no cookie is
   *     set, as it would replace the one that the client has from another response
   */
  void complete(
      Request request,
      Response response,
      @Nullable HoldfastSession own,
      HoldfastManager manager,
      BooleanSupplier knowsOwn) {
    Map<HoldfastManager, HoldfastSession> known = begun;
    if ((known.isEmpty() && hasNothingOfOthers(manager))
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
  private boolean hasNothingOfOthers(HoldfastManager manager) {
    return requestedText.isEmpty()
        || (requestedText.indexOf('~') < 0 && manager.cluster().isOwn(requestedText));
  }

  /**
   * Returns the ids that the client sent for other applications of this host, except ids that a
   * begun session replaces. Any other id was made up, or is out of date.
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
