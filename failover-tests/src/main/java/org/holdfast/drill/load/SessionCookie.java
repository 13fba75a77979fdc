// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.net.HttpCookie;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The cookie that names a user's session and its sticky node.
 *
 * @param name under which the container sets it
 * @param value what is sent back, a credential: never logged
 * @param route name of the node after the last dot, empty if there is none
 */
record SessionCookie(String name, String value, String route) {
  /** Where nobody configured another. */
  static final String USUAL_NAME = "JSESSIONID";

  private static final int FINGERPRINT_BYTES = 4;

  /**
   * Finds the last cookie called {@code name} that {@code setCookies} sets; deleted and foreign
   * ones count not.
   */
  static Optional<SessionCookie> find(String name, List<String> setCookies) {
    SessionCookie found = null;
    for (String header : setCookies) {
      for (HttpCookie cookie : parse(header)) {
        if (cookie.getName().equals(name)
            && !cookie.getValue().isEmpty()
            && cookie.getMaxAge() != 0) {
          found = of(name, cookie.getValue());
        }
      }
    }
    return Optional.ofNullable(found);
  }

  /** Returns the Cookie header to send. */
  String header() {
    return name + "=" + value;
  }

  /** The id in what {@link #header} returned, without its route: a credential, never logged. */
  static String idIn(String header) {
    String value = header.substring(header.indexOf('=') + 1);
    int dot = value.lastIndexOf('.');
    return dot < 0 ? value : value.substring(0, dot);
  }

  /** Tells sessions apart without being one's id; the route has no part in it. */
  String fingerprint() {
    byte[] id = idIn(header()).getBytes(StandardCharsets.UTF_8);
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(id);
      return HexFormat.of().formatHex(digest, 0, FINGERPRINT_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** Without the id. */
  @Override
  public String toString() {
    return "#" + fingerprint() + (route.isEmpty() ? "" : " on " + route);
  }

  private static SessionCookie of(String name, String value) {
    int dot = value.lastIndexOf('.');
    return new SessionCookie(name, value, dot < 0 ? "" : value.substring(dot + 1));
  }

  private static List<HttpCookie> parse(String header) {
    try {
      return HttpCookie.parse(header);
    } catch (IllegalArgumentException e) {
      return List.of(); // as a browser does with a cookie it cannot read
    }
  }
}
