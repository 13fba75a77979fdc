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

package org.holdfast.jetty;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.session.AbstractSessionManager;
import org.holdfast.servlet.session.RoutedId;
import org.jspecify.annotations.Nullable;

/**
 * The session cookie of a request, whose value contexts share that share the cookie: the ids of
 * their sessions stand in it with tildes between. One context's part in it; safe for the threads of
 * its request.
 */
final class SharedCookie {
  private final JettySessions sessions;
  private final boolean secure;
  private final List<String> requested;
  private volatile @Nullable HoldfastSession begun;

  private SharedCookie(JettySessions sessions, boolean secure, List<String> requested) {
    this.sessions = sessions;
    this.secure = secure;
    this.requested = requested;
  }

  static SharedCookie of(JettySessions sessions, Request request) {
    List<String> values = new ArrayList<>(1);
    for (HttpCookie cookie : Request.getCookies(request)) {
      if (cookie.getName().equalsIgnoreCase(sessions.manager().getSessionCookie())) {
        values.add(cookie.getValue());
      }
    }
    String parameter = sessions.manager().getSessionIdPathParameterNamePrefix();
    String path = request.getHttpURI().getPath();
    int start = parameter == null || path == null ? -1 : path.indexOf(parameter);
    if (start >= 0 && parameter != null) {
      values.add(path.substring(start + parameter.length()).replaceAll("[;/?].*", ""));
    }
    return new SharedCookie(sessions, request.isSecure(), List.copyOf(values));
  }

  boolean contains(String id) {
    return requested.stream().anyMatch(value -> RoutedId.parse(value).ids().contains(id));
  }

  void begun(HoldfastSession session) {
    begun = session;
  }

  /**
   * Completes the cookie that the response sets with the ids of the other contexts' sessions; any
   * other id that the client sent was made up, or is of a context that does not run here. Sets one
   * if a session was begun that only it can tell the client of: headers that are set inside of an
   * included response are ignored.
   */
  HttpFields complete(HttpFields headers) {
    AbstractSessionManager manager = sessions.manager();
    HoldfastSession fresh = toTell();
    if ((fresh == null && !isSet(headers)) || !isShared()) {
      return headers;
    }
    HttpFields.Mutable completed = HttpFields.build();
    Set<String> ids = new LinkedHashSet<>();
    if (fresh != null) {
      ids.add(fresh.replicated().id());
    }
    String attributes = null;
    for (HttpField header : headers) {
      String value = header.getValue();
      if (isCookie(header) && value != null) {
        String text = value.substring(value.indexOf('=') + 1);
        int end = text.indexOf(';');
        ids.addAll(RoutedId.parse(end < 0 ? text : text.substring(0, end)).ids());
        attributes = end < 0 ? "" : text.substring(end);
      } else {
        completed.add(header);
      }
    }
    boolean setsOwn = ids.stream().anyMatch(sessions::isOwn);
    for (String value : requested) {
      RoutedId.parse(value).ids().stream()
          .filter(id -> sessions.isOwn(id) ? !setsOwn : RunningContexts.isOfAnother(id, sessions))
          .filter(RoutedId::isWellFormed)
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

  /** The session that the client is to learn of by a cookie; null if there is none. */
  private @Nullable HoldfastSession toTell() {
    HoldfastSession fresh = begun;
    return fresh != null && fresh.isValid() && sessions.manager().isUsingCookies() ? fresh : null;
  }

  private boolean isSet(HttpFields headers) {
    for (HttpField header : headers) {
      if (isCookie(header)) {
        return true;
      }
    }
    return false;
  }

  private boolean isCookie(HttpField header) {
    String value = header.getValue();
    return header.getHeader() == HttpHeader.SET_COOKIE
        && value != null
        && value.startsWith(sessions.manager().getSessionCookie() + "=");
  }

  private static String attributesOf(HttpCookie cookie) {
    StringBuilder text = new StringBuilder();
    cookie
        .getAttributes()
        .forEach(
            (name, value) -> {
              if (!isFlag(name)) {
                text.append("; ").append(name).append('=').append(value);
              } else if (Boolean.parseBoolean(value)) {
                text.append("; ").append(name);
              }
            });
    return text.toString();
  }

  private static boolean isFlag(String attribute) {
    return attribute.equalsIgnoreCase(HttpCookie.HTTP_ONLY_ATTRIBUTE)
        || attribute.equalsIgnoreCase(HttpCookie.SECURE_ATTRIBUTE)
        || attribute.equalsIgnoreCase("Partitioned");
  }

  /** Whether other contexts are sent the cookies of this one, or have sent theirs. */
  private boolean isShared() {
    String path = sessions.manager().getSessionPath();
    String own = sessions.manager().getContext().getContextPath();
    // A session handler that is not in a context is asked by all requests.
    boolean isRoot = own == null || own.equals("/") || own.isEmpty();
    boolean wide = isRoot || !(own.equals(path) || path.equals(own + "/"));
    return wide
        || requested.stream()
            .anyMatch(value -> RoutedId.parse(value).ids().stream().anyMatch(sessions::isOwn));
  }
}
