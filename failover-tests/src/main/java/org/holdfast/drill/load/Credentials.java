// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.util.regex.Pattern;

/** Knows what in a text may give access to a session: whoever reads a report is not its user. */
public final class Credentials {
  /** What stands where something was left out. */
  public static final String LEFT_OUT = "…";

  /** Long words with digits in them, as ids and tokens of any kind are. */
  private static final Pattern ID = Pattern.compile("(?=[A-Za-z_-]*\\d)[A-Za-z0-9_-]{12,}");

  /** Shorter ones, where a name says what they are. */
  private static final Pattern NAMED_SESSION =
      Pattern.compile("(?i)(session(?:[-_]?id)?\"?\\s*[=:]\\s*\"?)[\\w.!~+/-]{6,}");

  private static final Pattern URL_ID = Pattern.compile("(?i)(jsessionid=)[^\\s\"'<>&;]*");

  private Credentials() {}

  /** Returns {@code text} without ids and tokens; rather too little of it than too much. */
  public static String leftOut(String text) {
    String named = URL_ID.matcher(text).replaceAll("$1" + LEFT_OUT);
    named = NAMED_SESSION.matcher(named).replaceAll("$1" + LEFT_OUT);
    return ID.matcher(named).replaceAll(LEFT_OUT);
  }
}
