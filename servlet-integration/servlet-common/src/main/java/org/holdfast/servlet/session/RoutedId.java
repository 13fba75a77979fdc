// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A session id as a client sends it: {@code id.route}. The route names the node that answered the
 * client last; sticky load balancers read it. A cookie that several web applications share contains
 * the ids of all their sessions, in the form {@code id~id~id.route}.
 *
 * <p>Immutable. Clients can send any text, so callers check {@link #isWellFormed()} before they ask
 * the cluster for an id.
 *
 * @param ids the ids by which the cluster knows the sessions; empty if the client sent only tildes.
 *     Ids that Holdfast draws contain neither a dot nor a tilde
 * @param route the name of a node; null if there was none. It is only a hint: the session may have
 *     moved since
 */
public record RoutedId(List<String> ids, @Nullable String route) {
  /** The number of ids that are read from one cookie; further ids are ignored. */
  private static final int MOST_IDS = 16;

  private static final int MOST_CHARACTERS = 128;

  private static final Pattern SEPARATOR = Pattern.compile("~");

  /** Parses the text that a client sent. Accepts any text. */
  public static RoutedId parse(String requested) {
    int dot = requested.indexOf('.');
    String ids = dot < 0 ? requested : requested.substring(0, dot);
    return new RoutedId(
        ids.indexOf('~') < 0 ? List.of(ids) : SEPARATOR.splitAsStream(ids).limit(MOST_IDS).toList(),
        dot < 0 ? null : requested.substring(dot + 1));
  }

  /** Returns the first id; empty if there is none. */
  public String id() {
    return ids.isEmpty() ? "" : ids.get(0);
  }

  /**
   * Returns the first id that {@code own} accepts, with the route; null if it accepts none. A
   * single id is returned unchecked: the cookie is not shared then.
   */
  public @Nullable RoutedId of(Predicate<String> own) {
    if (ids.size() == 1) {
      return this;
    }
    for (String id : ids) {
      if (own.test(id)) {
        return new RoutedId(List.of(id), route);
      }
    }
    return null;
  }

  /** Returns the text that {@link #parse} reads as {@code ids} and {@code route}. */
  public static String join(List<String> ids, @Nullable String route) {
    String joined = String.join("~", ids);
    return route == null ? joined : joined + "." + route;
  }

  /** Returns whether Holdfast could have drawn the first id, by its characters and its length. */
  public boolean isWellFormed() {
    return isWellFormed(id());
  }

  /** See {@link #isWellFormed()}. */
  public static boolean isWellFormed(String id) {
    // Without a regular expression, which took 7 % of a small request's processor time.
    if (id.isEmpty() || id.length() > MOST_CHARACTERS) {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      if (!isIdCharacter(id.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isIdCharacter(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-';
  }

  @Override
  public String toString() {
    // Without the id, which is a credential.
    return "session id" + (route == null ? " without route" : " with route " + route);
  }
}
