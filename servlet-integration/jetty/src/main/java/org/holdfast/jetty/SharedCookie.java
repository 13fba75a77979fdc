// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.HttpCookieUtils;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.session.AbstractSessionManager;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.servlet.session.ClusterLink;
import org.holdfast.servlet.session.RoutedId;
import org.holdfast.servlet.session.SessionCookies;
import org.holdfast.servlet.session.UsedSessions;
import org.jspecify.annotations.Nullable;

/**
 * The session cookie of one request, as one context sees it. Contexts that share the cookie share
 * its value, {@code id~id~id.route}, with one id for each context. Thread-safe.
 */
final class SharedCookie {
  /** The id that the request gave a session, when it created the session or changed its id. */
  private record Drawn(HoldfastSession session, String id) {}

  private final JettySessions sessions;
  private final boolean secure;

  /** The ids that the client sent. Parsed once, since each look at the session asks for them. */
  private final List<String> requested;

  private volatile @Nullable Drawn drawn;

  private SharedCookie(JettySessions sessions, boolean secure, List<String> requested) {
    this.sessions = sessions;
    this.secure = secure;
    this.requested = requested;
  }

  static SharedCookie of(JettySessions sessions, Request request) {
    List<String> ids = new ArrayList<>(1);
    for (HttpCookie cookie : Request.getCookies(request)) {
      if (cookie.getName().equalsIgnoreCase(sessions.manager().getSessionCookie())) {
        ids.addAll(RoutedId.parse(cookie.getValue()).ids());
      }
    }
    String parameter = sessions.manager().getSessionIdPathParameterNamePrefix();
    String path = request.getHttpURI().getPath();
    int start = parameter == null || path == null ? -1 : path.indexOf(parameter);
    if (start >= 0 && parameter != null) {
      String value = path.substring(start + parameter.length()).replaceAll("[;/?].*", "");
      ids.addAll(RoutedId.parse(value).ids());
    }
    return new SharedCookie(sessions, request.isSecure(), List.copyOf(ids));
  }

  boolean contains(String id) {
    return requested.contains(id);
  }

  /** Notes that the request gave {@code session} that id. */
  void drew(HoldfastSession session, String id) {
    drawn = new Drawn(session, id);
  }

  /**
   * Returns the id of {@code session} that the request gave it or its client sent; null if none.
   */
  @Nullable String knownIdOf(HoldfastSession session) {
    Drawn fresh = drawn;
    if (fresh != null && fresh.session() == session) {
      return fresh.id();
    }
    ReplicatedSession replicated = session.replicated();
    for (String id : requested) {
      if (id.equals(replicated.id()) || replicated.hadId(id)) {
        return id;
      }
    }
    return null;
  }

  /**
   * Returns the headers with the session cookie that the client must receive.
   *
   * <ul>
   *   <li>Adds the ids of other contexts that run here, which the client sent. Leaves out all other
   *       ids of the client.
   *   <li>Removes the cookie if it contains an id that the client must not receive any more.
   *   <li>Adds a cookie if the request gave a session a new id and Jetty has set none. Jetty
   *       ignores headers that an included page sets. After a change of the id, it sets the cookie
   *       only by the next request.
   * </ul>
   *
   * @param used the sessions of the request, see {@link UsedSessions#mayTell}
   */
  HttpFields complete(HttpFields headers, UsedSessions<HoldfastSession> used) {
    HoldfastSession fresh = toTell(used);
    if (fresh == null && !isSet(headers)) {
      return headers;
    }
    HttpFields kept = withoutStale(headers, fresh, used);
    boolean isSet = isSet(kept);
    boolean isShared = isShared();
    if (isSet ? !isShared : fresh == null) {
      return kept;
    }
    AbstractSessionManager manager = sessions.manager();
    HttpFields.Mutable completed = HttpFields.build();
    Set<String> ids = new LinkedHashSet<>();
    if (fresh != null) {
      ids.add(fresh.replicated().id());
    }
    String attributes = null;
    for (HttpField header : kept) {
      String value = header.getValue();
      if (isCookie(header) && value != null) {
        ids.addAll(SessionCookies.idsIn(value));
        int end = value.indexOf(';');
        attributes = end < 0 ? "" : value.substring(end);
      } else {
        completed.add(header);
      }
    }
    ClusterLink cluster = sessions.cluster();
    boolean setsOwn = ids.stream().anyMatch(cluster::isOwn);
    if (isShared) {
      requested.stream()
          .filter(
              id ->
                  cluster.isOwn(id)
                      ? !setsOwn && used.mayTell(id)
                      : SessionCookies.keeps(id, cluster))
          .forEach(ids::add);
    }
    String joined =
        RoutedId.join(List.copyOf(ids), sessions.route().isEmpty() ? null : sessions.route());
    if (attributes == null && fresh != null) {
      attributes = attributesOf(manager.getSessionCookie(fresh, secure));
    }
    return completed
        .add(HttpHeader.SET_COOKIE, manager.getSessionCookie() + "=" + joined + attributes)
        .asImmutable();
  }

  /** Returns the session whose new id the client is to learn by a cookie; null if there is none. */
  private @Nullable HoldfastSession toTell(UsedSessions<HoldfastSession> used) {
    Drawn fresh = drawn;
    return fresh != null && sessions.manager().isUsingCookies() && used.mayTell(fresh.id())
        ? fresh.session()
        : null;
  }

  /**
   * Returns the headers without the cookies that contain an id which the client must not receive
   * any more. No cookie is left when another request changed the id of one of the sessions that
   * share it: any other cookie would replace the one that the client has from that request.
   */
  private HttpFields withoutStale(
      HttpFields headers, @Nullable HoldfastSession fresh, UsedSessions<HoldfastSession> used) {
    boolean renamed =
        fresh == null
            && requested.stream()
                .anyMatch(
                    id ->
                        sessions.cluster().isReplacedInAnother(id)
                            || used.anyMatch(session -> session.replicated().hadId(id)));
    HttpFields.Mutable kept = HttpFields.build();
    for (HttpField header : headers) {
      String value = header.getValue();
      if (!isCookie(header)
          || value == null
          || (!renamed
              && SessionCookies.idsIn(value).stream().allMatch(id -> mayTell(id, fresh, used)))) {
        kept.add(header);
      }
    }
    return kept.size() == headers.size() ? headers : kept.asImmutable();
  }

  private boolean mayTell(
      String id, @Nullable HoldfastSession fresh, UsedSessions<HoldfastSession> used) {
    if (!sessions.cluster().isOwn(id)) {
      return true;
    }
    boolean isKnown = contains(id) || (fresh != null && fresh.replicated().id().equals(id));
    return isKnown && used.mayTell(id);
  }

  private boolean isSet(HttpFields headers) {
    for (HttpField header : headers) {
      if (isCookie(header)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether {@code header} sets the session cookie. An empty cookie is the application's,
   * which deletes it.
   */
  private boolean isCookie(HttpField header) {
    String value = header.getValue();
    String start = sessions.manager().getSessionCookie() + "=";
    return header.getHeader() == HttpHeader.SET_COOKIE
        && value != null
        && value.startsWith(start)
        && !value.startsWith(start + ";");
  }

  /** Returns the attributes of the cookie as Jetty writes them, with a semicolon before each. */
  private static String attributesOf(HttpCookie cookie) {
    String text = HttpCookieUtils.getRFC6265SetCookie(cookie);
    int end = text.indexOf(';');
    return end < 0 ? "" : text.substring(end);
  }

  /**
   * Returns whether clients send the cookies of this context to other contexts, too, or have sent
   * an id of this context.
   */
  private boolean isShared() {
    // A session handler that is not in a context has no path: all requests ask it.
    String own = sessions.manager().getContext().getContextPath();
    return SessionCookies.isShared(own, sessions.manager().getSessionPath())
        || requested.stream().anyMatch(sessions.cluster()::isOwn);
  }
}
