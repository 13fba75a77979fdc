// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules for a session cookie that several web applications share: its value contains the ids of all
 * their sessions, see {@link RoutedId}. An application that sets the cookie must keep the ids of
 * the others. Containers differ in how they set cookies, but not in these rules.
 *
 * <p>Stateless: any thread may call it.
 */
public final class SessionCookies {
  private SessionCookies() {}

  /** Returns whether clients send a cookie of one web application to others, too. */
  public static boolean isShared(@Nullable String contextPath, @Nullable String cookiePath) {
    return contextPath == null
        || contextPath.isEmpty()
        || contextPath.equals("/")
        || !(contextPath.equals(cookiePath) || (contextPath + "/").equals(cookiePath));
  }

  /** Returns the ids in the value of a {@code Set-Cookie} header. */
  public static List<String> idsIn(String header) {
    int end = header.indexOf(';');
    String value = header.substring(header.indexOf('=') + 1, end < 0 ? header.length() : end);
    return RoutedId.parse(value).ids();
  }

  /**
   * Returns whether the cookie keeps an id that the client sent: it belongs to another web
   * application that runs here. Any other id was made up, or is out of date.
   */
  public static boolean keeps(String sent, ClusterLink cluster) {
    return cluster.isOfAnother(sent)
        && !cluster.isReplacedInAnother(sent)
        && RoutedId.isWellFormed(sent);
  }
}
