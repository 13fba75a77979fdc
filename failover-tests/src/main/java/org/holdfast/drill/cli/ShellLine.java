// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cli;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A command as a person can paste it into a shell. */
public final class ShellLine {
  /** What no shell takes for anything but itself. */
  private static final Pattern PLAIN = Pattern.compile("[\\w@%+:,./-][\\w@%+=:,./-]*");

  private ShellLine() {}

  /** The words of {@code command}, such as a verb, and its arguments, quoted where they must be. */
  public static String of(String command, List<String> arguments) {
    return command
        + arguments.stream().map(each -> " " + quoted(each)).collect(Collectors.joining());
  }

  private static String quoted(String argument) {
    return PLAIN.matcher(argument).matches()
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }
}
