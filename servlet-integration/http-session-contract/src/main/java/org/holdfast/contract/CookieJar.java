// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A jar of cookies by path and name, for all nodes: a balancer stands before them. Thread-safe. */
final class CookieJar {
  private record Key(String path, String name) implements Comparable<Key> {
    /** Orders a path before the paths that it lies below, as browsers send cookies. */
    @Override
    public int compareTo(Key other) {
      int byPath = other.path.compareTo(path);
      return byPath == 0 ? name.compareTo(other.name) : byPath;
    }
  }

  private final Map<Key, String> cookies = new ConcurrentSkipListMap<>();

  void put(String path, String name, String value) {
    cookies.put(new Key(path, name), value);
  }

  /** Keeps the cookie of a {@code Set-Cookie} header, or forgets it if the header says so. */
  void keep(String setCookie) {
    Map<String, String> attributes = attributesOf(setCookie);
    String[] pair = setCookie.split(";", 2)[0].split("=", 2);
    Key key = new Key(attributes.getOrDefault("path", "/"), pair[0].trim());
    if ("0".equals(attributes.get("max-age"))) {
      cookies.remove(key);
    } else {
      cookies.put(key, pair.length == 1 ? "" : pair[1].trim());
    }
  }

  /** Returns the attributes of a {@code Set-Cookie} header by their names, whatever the case. */
  static Map<String, String> attributesOf(String setCookie) {
    Map<String, String> attributes = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    String[] parts = setCookie.split(";", -1);
    for (int i = 1; i < parts.length; i++) {
      String[] pair = parts[i].split("=", 2);
      attributes.put(pair[0].trim(), pair.length == 1 ? "" : pair[1].trim());
    }
    return attributes;
  }

  @Nullable String value(String path, String name) {
    return cookies.get(new Key(path, name));
  }

  /** Returns the header to send to {@code path}; empty if there is no cookie for it. */
  String header(String path) {
    return cookies.entrySet().stream()
        .filter(cookie -> covers(cookie.getKey().path(), path))
        .map(cookie -> cookie.getKey().name() + "=" + cookie.getValue())
        .collect(Collectors.joining("; "));
  }

  private static boolean covers(String cookiePath, String path) {
    String directory = cookiePath.endsWith("/") ? cookiePath : cookiePath + "/";
    return path.startsWith(directory) || path.split("[?;]", 2)[0].equals(cookiePath);
  }

  CookieJar copy() {
    CookieJar copy = new CookieJar();
    copy.cookies.putAll(cookies);
    return copy;
  }
}
