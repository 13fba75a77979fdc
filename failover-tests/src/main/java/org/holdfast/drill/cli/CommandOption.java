// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cli;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.holdfast.drill.cluster.OwnerCommands;
import org.holdfast.servlet.settings.NearestName;
import picocli.CommandLine.Option;

/** The option that says what the owner of nodes that run already does to them, of every verb. */
public final class CommandOption {
  @Option(
      names = "--command",
      paramLabel = "WHAT=COMMAND",
      description =
          "With --targets: the shell's command for a fault, such as kill='docker kill {node}', or to"
              + " start a node again, start=...; a drill also has some to take a fault back, such as"
              + " un-pause=..., and to put another version in a stopped node's place, upgrade=... and"
              + " downgrade=...; {node}, {host} and {port}, that of HTTP, are filled in (default:"
              + " none).")
  private Map<String, String> commands = new TreeMap<>();

  public boolean isGiven() {
    return !commands.isEmpty();
  }

  public boolean has(String name) {
    return commands.containsKey(name);
  }

  /** By their names, in the order of the alphabet. */
  public Map<String, String> all() {
    return new TreeMap<>(commands);
  }

  /**
   * Refuses names that no command has.
   *
   * @throws IllegalArgumentException with the nearest one
   */
  public void check() {
    for (String name : commands.keySet()) {
      if (!OwnerCommands.names().contains(name)) {
        throw new IllegalArgumentException(
            "--command knows no \""
                + name
                + "\": did you mean "
                + NearestName.to(name, OwnerCommands.names())
                + "?");
      }
    }
  }

  /**
   * Refuses commands that would never be run.
   *
   * @param used names of those that may be
   * @throws IllegalArgumentException if another one is given
   */
  public void refuseOthers(List<String> used) {
    check();
    for (String name : commands.keySet()) {
      if (!used.contains(name)) {
        throw new IllegalArgumentException(
            "--command "
                + name
                + "=... means nothing here, where "
                + String.join(" and ", used)
                + " are all that is run");
      }
    }
  }
}
