// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The range checks, whose messages name the setting, the value and the range. */
final class Checks {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9_.-]{0,64}");

  private static final Pattern TOKEN = Pattern.compile("[!-~]*");

  private static final Pattern HOST_AND_PORT =
      Pattern.compile("(?:[^:\\s\\[\\]]+|\\[[^\\s\\[\\]]+]):(\\d{1,5})");

  private Checks() {}

  static void name(String setting, String value) {
    if (!NAME.matcher(value).matches()) {
      throw new IllegalArgumentException(
          setting + " must be 1 to 64 characters of [A-Za-z0-9_-], was \"" + value + "\"");
    }
  }

  static void label(String setting, String value) {
    if (!LABEL.matcher(value).matches()) {
      throw new IllegalArgumentException(
          setting + " must be 0 to 64 characters of [A-Za-z0-9_.-], was \"" + value + "\"");
    }
  }

  static void notBlank(String setting, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(setting + " must not be empty");
    }
  }

  static void hostAndPort(String setting, String value) {
    Matcher form = HOST_AND_PORT.matcher(value);
    if (!value.isEmpty() && !form.matches()) {
      throw new IllegalArgumentException(
          setting + " must be host:port, [host]:port or empty, was \"" + value + "\"");
    }
    if (!value.isEmpty()) {
      range("port of " + setting, Integer.parseInt(form.group(1)), 0, 65_535);
    }
  }

  static void secret(String setting, Secret value, int least) {
    int length = value.text().length();
    if (value.isSet() && (length < least || length > 1024)) {
      throw new IllegalArgumentException(
          setting + " must have " + least + " to 1024 characters or be empty, had " + length);
    }
  }

  /** Checks a secret that goes into a header of HTTP. */
  static void token(String setting, Secret value, int least) {
    secret(setting, value, least);
    if (!TOKEN.matcher(value.text()).matches()) {
      throw new IllegalArgumentException(
          setting
              + " must have visible ASCII characters only, no blanks and no line breaks, since a"
              + " header of HTTP carries it");
    }
  }

  static void range(String setting, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          setting + " must be between " + least + " and " + most + ", was " + value);
    }
  }

  static void range(String setting, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          setting
              + " must be between "
              + text(least)
              + " and "
              + text(most)
              + ", was "
              + text(value));
    }
  }

  private static String text(Duration value) {
    long millis = value.toMillis();
    return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
  }
}
