// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.holdfast.drill.cli.IdleOptions;
import org.holdfast.drill.scenario.Scenario;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how the nodes of a drill replicate, and so what may be lost. */
final class ReplicationOptions {

  /** A switch with a name, so that {@code --replication off} reads as one. */
  enum Switch {
    ON,
    OFF;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--ack",
      paramLabel = "MODE",
      defaultValue = "sync",
      description =
          "sync: nothing answered may be lost; async: the last moments before the end of a node may"
              + " (default: ${DEFAULT-VALUE}).")
  private AckMode ack = AckMode.SYNC;

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      defaultValue = "modified-attribute",
      description =
          "What travels with an update: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Scope scope = Scope.MODIFIED_ATTRIBUTE;

  @Option(
      names = "--secondaries",
      paramLabel = "K",
      description =
          "Copies besides the primary, 1 to nodes - 1, at most 3; 0 is --replication off (default:"
              + " that of the scenario).")
  private @Nullable Integer secondaries;

  @Option(
      names = "--replication",
      paramLabel = "SWITCH",
      defaultValue = "on",
      description =
          "${COMPLETION-CANDIDATES}; off shows what the drill is worth: it must end broken"
              + " (default: ${DEFAULT-VALUE}).")
  private Switch replication = Switch.ON;

  @Option(
      names = "--async-window-ms",
      paramLabel = "MS",
      defaultValue = "1000",
      description =
          "With --ack async: answers of a node this close before its end, in ms, 0 to 600000,"
              + " may be lost, and those of the smaller side this soon after a cut (default: ${DEFAULT-VALUE}).")
  private long asyncWindowMillis;

  AckMode ack() {
    return ack;
  }

  Scope scope() {
    return scope;
  }

  /**
   * With {@link AckMode#ASYNC}, answers this close before the end of a node, or after a cut, may be
   * lost.
   */
  Duration asyncWindow() {
    return Duration.ofMillis(asyncWindowMillis);
  }

  boolean isOn() {
    return replication == Switch.ON && (secondaries == null || secondaries != 0);
  }

  /** Copies besides the primary as the scenario is played; its own where nobody said how many. */
  int secondaries(Scenario scenario) {
    return isOn()
        ? Objects.requireNonNullElse(secondaries, scenario.secondaries())
        : scenario.secondaries();
  }

  /**
   * Refuses what would change nothing.
   *
   * @throws IllegalArgumentException with the option and why
   */
  void refuseIdle(IdleOptions line) {
    line.refuse(ack == AckMode.SYNC, "with --ack sync, which loses nothing", "--async-window-ms");
    boolean none = secondaries != null && secondaries == 0;
    line.refuse(none, "with --secondaries 0, which switches it off", "--replication");
    line.refuse(
        replication == Switch.OFF || none,
        "without replication",
        replication == Switch.OFF
            ? new String[] {"--secondaries", "--ack", "--scope"}
            : new String[] {"--ack", "--scope"});
  }
}
