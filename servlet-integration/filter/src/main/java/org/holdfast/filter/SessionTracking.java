// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.holdfast.servlet.session.RoutedId;
import org.holdfast.servlet.session.SessionCookies;
import org.jspecify.annotations.Nullable;

/**
 * The way in which clients send the ids of an application's sessions: in a cookie or in the path of
 * URLs. It has the cookie configuration and the tracking modes that the context had when the first
 * request came. Immutable.
 */
final class SessionTracking {
  private static final String DEFAULT_NAME = "JSESSIONID";
  private static final String DEFAULT_PARAMETER = "jsessionid";
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");
  private static final Set<String> OWN_ATTRIBUTES =
      Set.of("path", "domain", "max-age", "secure", "httponly", "comment", "version");

  private final String contextPath;
  private final Set<SessionTrackingMode> modes;
  private final String cookieName;
  private final String pathParameter;
  private final String path;
  private final @Nullable String domain;
  private final int maxAgeSeconds;
  private final boolean httpOnly;
  private final boolean secure;
  private final Map<String, String> otherAttributes = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  private SessionTracking(ServletContext context, @Nullable SessionCookieConfig config) {
    contextPath = context.getContextPath();
    Set<SessionTrackingMode> effective = context.getEffectiveSessionTrackingModes();
    modes = effective == null ? Set.of(SessionTrackingMode.COOKIE) : Set.copyOf(effective);
    String name = config == null ? null : config.getName();
    cookieName = name == null || name.isEmpty() ? DEFAULT_NAME : name;
    // If the application names the cookie, that is also the name of the parameter (Servlet 7.1.1).
    pathParameter = ";" + (cookieName.equals(DEFAULT_NAME) ? DEFAULT_PARAMETER : cookieName) + "=";
    String configured = config == null ? null : config.getPath();
    String effectivePath = configured == null ? contextPath : configured;
    path = effectivePath.isEmpty() ? "/" : effectivePath;
    domain = config == null ? null : config.getDomain();
    maxAgeSeconds = config == null ? -1 : config.getMaxAge();
    httpOnly = config != null && config.isHttpOnly();
    secure = config != null && config.isSecure();
    Map<String, String> attributes = config == null ? null : config.getAttributes();
    if (attributes != null) {
      otherAttributes.putAll(attributes);
      otherAttributes.keySet().removeIf(a -> OWN_ATTRIBUTES.contains(a.toLowerCase(Locale.ROOT)));
    }
  }

  static SessionTracking of(ServletContext context) {
    return new SessionTracking(context, cookieConfig(context));
  }

  /**
   * Returns the cookie's configuration; null without session support, as in some contexts of Jetty.
   */
  private static @Nullable SessionCookieConfig cookieConfig(ServletContext context) {
    try {
      return context.getSessionCookieConfig();
    } catch (IllegalStateException | UnsupportedOperationException e) {
      return null;
    }
  }

  String cookieName() {
    return cookieName;
  }

  boolean usesCookies() {
    return modes.contains(SessionTrackingMode.COOKIE);
  }

  boolean usesUrls() {
    return modes.contains(SessionTrackingMode.URL);
  }

  /**
   * Adds the session cookie to {@code response}, or replaces the one that it has. If several
   * applications share the cookie, keeps the ids of the others: those of the replaced cookie, or
   * else those that the client sent.
   *
   * @param id the id of this application's session, without a route
   * @param overTls whether the request came over TLS: the cookie is {@code Secure} then
   */
  void addCookie(
      HttpServletResponse response,
      List<RequestedId> requested,
      FilterSessions sessions,
      String id,
      boolean overTls) {
    String start = cookieName + "=";
    List<String> others = new ArrayList<>();
    List<String> shared = null;
    boolean replaces = false;
    Collection<String> present = response.getHeaders("Set-Cookie");
    if (present != null) {
      for (String cookie : present) {
        if (cookie.startsWith(start) && pathOf(cookie).equals(path)) {
          replaces = true;
          shared = SessionCookies.idsIn(cookie);
        } else {
          others.add(cookie);
        }
      }
    }
    if (shared == null && !requested.isEmpty() && requested.get(0).fromCookie()) {
      shared = requested.get(0).all().ids();
    }
    String ours = cookie(value(sessions, id, shared), overTls);
    if (!replaces) {
      response.addHeader("Set-Cookie", ours);
      return;
    }
    response.setHeader("Set-Cookie", ours);
    others.forEach(other -> response.addHeader("Set-Cookie", other));
  }

  /**
   * Removes the session cookie from {@code response} if it contains an id of this application. An
   * earlier call may have added it: a container may ask the guard several times before it commits
   * the response.
   */
  void removeCookie(HttpServletResponse response, FilterSessions sessions) {
    Collection<String> present = response.getHeaders("Set-Cookie");
    if (present == null) {
      return;
    }
    List<String> kept =
        present.stream().filter(cookie -> !hasOwnId(cookie, sessions.cluster()::isOwn)).toList();
    if (kept.size() < present.size()) {
      response.setHeader("Set-Cookie", kept.isEmpty() ? null : kept.get(0));
      kept.stream().skip(1).forEach(cookie -> response.addHeader("Set-Cookie", cookie));
    }
  }

  /** Returns whether {@code cookie} is the session cookie with an id of this application. */
  private boolean hasOwnId(String cookie, Predicate<String> isOwn) {
    String start = cookieName + "=";
    return cookie.startsWith(start)
        && pathOf(cookie).equals(path)
        && SessionCookies.idsIn(cookie).stream().anyMatch(isOwn);
  }

  private static String pathOf(String cookie) {
    int start = cookie.indexOf("; Path=");
    int end = start < 0 ? -1 : cookie.indexOf(';', start + 1);
    return start < 0 ? "" : cookie.substring(start + 7, end < 0 ? cookie.length() : end);
  }

  private String value(FilterSessions sessions, String id, @Nullable List<String> shared) {
    if (shared == null || !SessionCookies.isShared(contextPath, path)) {
      return sessions.routed(id);
    }
    RoutedId own = RoutedId.parse(sessions.routed(id));
    List<String> ids = new ArrayList<>(own.ids());
    shared.stream()
        .filter(other -> SessionCookies.keeps(other, sessions.cluster()))
        .forEach(ids::add);
    return RoutedId.join(ids, own.route());
  }

  private String cookie(String id, boolean overTls) {
    StringBuilder cookie = new StringBuilder(cookieName).append('=').append(id);
    cookie.append("; Path=").append(path);
    if (domain != null && !domain.isEmpty()) {
      cookie.append("; Domain=").append(domain);
    }
    if (maxAgeSeconds >= 0) {
      cookie.append("; Max-Age=").append(maxAgeSeconds);
    }
    if (secure || overTls) {
      cookie.append("; Secure");
    }
    if (httpOnly) {
      cookie.append("; HttpOnly");
    }
    otherAttributes.forEach((name, value) -> cookie.append(attribute(name, value)));
    return cookie.toString();
  }

  /**
   * Returns the text of a cookie attribute; empty for {@code Partitioned} with the value false.
   * Browsers do not read the value of that attribute, so only its absence turns it off.
   */
  static String attribute(String name, String value) {
    if (name.equalsIgnoreCase("Partitioned")) {
      return value.isEmpty() || Boolean.parseBoolean(value) ? "; " + name : "";
    }
    return "; " + name + (value.isEmpty() ? "" : "=" + value);
  }

  /** Returns the session id in the path of {@code uri}; null if there is none. */
  @Nullable String idIn(String uri) {
    return idIn(uri, pathParameter);
  }

  /**
   * Returns the value of a path parameter of {@code uri}; null if there is none.
   *
   * @param parameter a semicolon, the name and an equals sign
   */
  static @Nullable String idIn(String uri, String parameter) {
    int start = uri.indexOf(parameter);
    if (start < 0) {
      return null;
    }
    String id = uri.substring(start + parameter.length());
    for (int i = 0; i < id.length(); i++) {
      if (";/?#".indexOf(id.charAt(i)) >= 0) {
        return id.substring(0, i);
      }
    }
    return id;
  }

  /**
   * Returns {@code url} with the id in its path, if it leads to this application.
   *
   * @param base scheme, host and port of the request, as in {@code http://shop.example:8080}
   * @param page the page that contains the link
   */
  String encode(String url, String id, String base, RequestedPage page) {
    return encode(url, pathParameter + id, base, page, contextPath);
  }

  /**
   * Returns {@code url} with {@code parameter} in its path, if it leads to the application at
   * {@code contextPath} and has no such parameter yet.
   *
   * @param parameter a semicolon, the name, an equals sign and the id
   */
  static String encode(
      String url, String parameter, String base, RequestedPage page, String contextPath) {
    String start = parameter.substring(0, parameter.indexOf('=') + 1);
    if (url.startsWith("#") || idIn(url, start) != null || !leadsTo(contextPath, url, base)) {
      return url;
    }
    int end = url.length();
    for (char mark : new char[] {'?', '#'}) {
      int found = url.indexOf(mark);
      end = found >= 0 && found < end ? found : end;
    }
    if (end == 0) {
      return isIn(contextPath, page.path()) ? encodeWithoutPath(url, parameter, start, page) : url;
    }
    String front = url.substring(0, end);
    // A parameter belongs to a path, which "http://host" alone does not have.
    String slash = front.equals(base) ? "/" : "";
    return front + slash + parameter + url.substring(end);
  }

  /**
   * Encodes a {@code url} without a path, which is a query or empty: puts the last part of the
   * page's path before the parameter. Without it, browsers would take the parameter for a path that
   * replaces that part (RFC 3986, 5.2.2).
   */
  private static String encodeWithoutPath(
      String url, String parameter, String start, RequestedPage page) {
    String reference = page.reference();
    String old = idIn(reference, start);
    String path = old == null ? reference : reference.replace(start + old, "");
    return path + parameter + (url.isEmpty() ? page.queryReference() : url);
  }

  /** Returns whether {@code url} leads to the application at {@code contextPath}. */
  private static boolean leadsTo(String contextPath, String url, String base) {
    if (url.startsWith("//") || SCHEME.matcher(url).lookingAt()) {
      return url.startsWith(base) && isIn(contextPath, url.substring(base.length()));
    }
    return !url.startsWith("/") || isIn(contextPath, url);
  }

  private static boolean isIn(String contextPath, String path) {
    if (!path.startsWith(contextPath)) {
      return false;
    }
    String rest = path.substring(contextPath.length());
    return rest.isEmpty() || "/?#;".indexOf(rest.charAt(0)) >= 0;
  }
}
