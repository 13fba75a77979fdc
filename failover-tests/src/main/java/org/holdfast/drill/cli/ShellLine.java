/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
