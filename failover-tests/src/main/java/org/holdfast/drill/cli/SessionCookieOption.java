// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cli;

import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The option that says which cookie names a session, of every command that has users. */
public final class SessionCookieOption {
  /** What HTTP takes as the name of a cookie. */
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  @Option(
      names = "--session-cookie",
      paramLabel = "NAME",
      defaultValue = "JSESSIONID",
      description =
          "Cookie that names the session; its suffix after the last dot is a route (default:"
              + " ${DEFAULT-VALUE}).")
  private String name = "";

  /**
   * Its name.
   *
   * @throws IllegalArgumentException if no cookie can be called so
   */
  public String name() {
    if (!TOKEN.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "--session-cookie must be the name of a cookie, without spaces, '=' and ';', was \""
              + name
              + "\"");
    }
    return name;
  }
}
