// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The cookies of one user, all sent with every request: paths and domains are not looked at, as all
 * requests go to one application. Not thread-safe.
 */
final class CookieJar {
  private static final int MOST_COOKIES = 50;
  private static final int MOST_CHARACTERS = 64;

  /** By RFC 6265, section 5.2.2, an age of less than nothing deletes, too. */
  private static final Pattern DELETED =
      Pattern.compile(";\\s*max-age\\s*=\\s*(?:-\\d+|0+)\\s*(?:;|$)", Pattern.CASE_INSENSITIVE);

  private static final Pattern NOT_PRINTABLE = Pattern.compile("[^!-~]");

  private final String sessionCookie;
  private final List<String> names = new ArrayList<>(1);
  private final List<String> values = new ArrayList<>(1);
  private String header = "";

  CookieJar(String sessionCookie) {
    this.sessionCookie = sessionCookie;
  }

  /** Value of the Cookie header to send, empty for none. */
  String header() {
    return header;
  }

  /**
   * Takes in what an answer sets; {@code setCookies} are values of Set-Cookie headers.
   *
   * @return whether another session id took the place of one that was there
   */
  boolean accept(List<String> setCookies) {
    boolean replaced = false;
    for (String line : setCookies) {
      replaced |= accept(line);
    }
    if (!setCookies.isEmpty()) {
      header = join();
    }
    return replaced;
  }

  /** What must not be told to anybody. */
  List<String> values() {
    return List.copyOf(values);
  }

  /**
   * Name of the first cookie that is not the session's, in printable ASCII and cut to {@value
   * #MOST_CHARACTERS} characters; empty if there is none. Its value is nobody's to know.
   */
  String otherName() {
    String name = names.stream().filter(each -> !each.equals(sessionCookie)).findFirst().orElse("");
    String told = NOT_PRINTABLE.matcher(name).replaceAll("?");
    return told.substring(0, Math.min(MOST_CHARACTERS, told.length()));
  }

  /** Whether a session cookie is there. */
  boolean hasSession() {
    return names.contains(sessionCookie);
  }

  /** What follows the last dot of the session id, empty if there is none. */
  String route() {
    int index = names.indexOf(sessionCookie);
    if (index < 0) {
      return "";
    }
    String value = values.get(index);
    return value.substring(value.lastIndexOf('.') + 1).equals(value)
        ? ""
        : value.substring(value.lastIndexOf('.') + 1);
  }

  private boolean accept(String line) {
    int end = line.indexOf(';');
    String pair = end < 0 ? line : line.substring(0, end);
    int equals = pair.indexOf('=');
    if (equals < 1) {
      return false; // as a browser does with a cookie it cannot read
    }
    String name = pair.substring(0, equals).strip();
    String value = pair.substring(equals + 1).strip();
    int index = names.indexOf(name);
    if (value.isEmpty() || (end >= 0 && isDeleted(line.substring(end)))) {
      if (index >= 0) {
        names.remove(index);
        values.remove(index);
      }
      return false;
    }
    if (index < 0) {
      if (names.size() < MOST_COOKIES) {
        names.add(name);
        values.add(value);
      }
      return false;
    }
    boolean other = !withoutRoute(values.get(index)).equals(withoutRoute(value));
    values.set(index, value);
    return other && name.equals(sessionCookie);
  }

  private static boolean isDeleted(String attributes) {
    return DELETED.matcher(attributes).find();
  }

  private static String withoutRoute(String value) {
    int dot = value.lastIndexOf('.');
    return dot < 0 ? value : value.substring(0, dot);
  }

  private String join() {
    StringBuilder joined = new StringBuilder();
    for (int index = 0; index < names.size(); index++) {
      joined.append(index == 0 ? "" : "; ").append(names.get(index)).append('=');
      joined.append(values.get(index));
    }
    return joined.toString();
  }
}
