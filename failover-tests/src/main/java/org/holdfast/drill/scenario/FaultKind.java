// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.holdfast.drill.fault.Fault;

/** The faults by their names in files, each with the further keys that it takes. */
enum FaultKind {
  KILL,
  STOP,
  STOP_AND_KILL,
  PAUSE,
  CUT,
  CUT_LINK,
  LOSS,
  BANDWIDTH,
  DELAY,
  SLOW_CPU,
  OUT_OF_MEMORY,
  CLOCK_JUMP,
  STRANGERS,
  FULL_DISK;

  /** After it a node is killed that another one's stop is crossed with, where nobody says when. */
  private static final Duration SOON = Duration.ofMillis(300);

  /** Makes the fault of a step that names this kind. */
  Fault fault(YamlMap step) {
    return switch (this) {
      case KILL -> new Fault.Kill();
      case STOP -> new Fault.Stop();
      case STOP_AND_KILL ->
          step.judged(() -> new Fault.StopAndKill(step.time("after").orElse(SOON)));
      case PAUSE -> new Fault.Pause();
      case CUT -> new Fault.Cut(direction(step));
      case CUT_LINK -> new Fault.CutLink(direction(step));
      case LOSS ->
          new Fault.Loss(step.required("percent", text -> ScenarioFile.between(text, 1, 90)));
      case BANDWIDTH ->
          new Fault.Bandwidth(
              step.required("kbit", text -> ScenarioFile.between(text, 8, 10_000_000)));
      case DELAY -> step.judged(() -> new Fault.Delay(step.required("by", Times::parse)));
      case SLOW_CPU ->
          new Fault.SlowCpu(step.required("percent", text -> ScenarioFile.between(text, 1, 100)));
      case OUT_OF_MEMORY -> new Fault.OutOfMemory();
      case CLOCK_JUMP -> step.judged(() -> new Fault.ClockJump(step.required("by", Times::parse)));
      case STRANGERS ->
          new Fault.Strangers(
              step.required("rate", text -> ScenarioFile.between(text, 1, 2_000)),
              step.optional("port", FaultKind::strangersPort)
                  .orElse(Fault.StrangersPort.MEMBERSHIP));
      case FULL_DISK -> new Fault.FullDisk();
    };
  }

  /** Keys of a step that names this kind, besides those of every fault. */
  Set<String> keys() {
    return switch (this) {
      case STOP -> Set.of("balancer");
      case STOP_AND_KILL -> Set.of("balancer", "after");
      case CUT, CUT_LINK -> Set.of("direction");
      case LOSS, SLOW_CPU -> Set.of("percent");
      case BANDWIDTH -> Set.of("kbit");
      case DELAY, CLOCK_JUMP -> Set.of("by");
      case STRANGERS -> Set.of("rate", "port");
      case KILL -> Set.of("users-return");
      case PAUSE, OUT_OF_MEMORY, FULL_DISK -> Set.of();
    };
  }

  /**
   * Refuses choices of nodes that this kind cannot be done to.
   *
   * @throws IllegalArgumentException with what it needs
   */
  void requirePossible(List<NodeChoice> nodes) {
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException(this + " needs a node, such as fullest");
    }
    boolean isOfTwo = this == CUT_LINK || this == STOP_AND_KILL;
    if (isOfTwo && (nodes.size() != 2 || !nodes.stream().allMatch(NodeChoice::isOne))) {
      throw new IllegalArgumentException(
          this
              + " needs "
              + (this == CUT_LINK ? "the two ends of a link" : "the node to stop and that to kill")
              + ", each a single node, such as [fullest, secondary], was "
              + nodes);
    }
  }

  private static Fault.Direction direction(YamlMap step) {
    return step.optional("direction", FaultKind::direction).orElse(Fault.Direction.BOTH);
  }

  private static Fault.Direction direction(String text) {
    String known = ScenarioFile.oneOf(text, "both", "outbound", "inbound");
    return Fault.Direction.valueOf(known.toUpperCase(Locale.ROOT));
  }

  private static Fault.StrangersPort strangersPort(String text) {
    String known = ScenarioFile.oneOf(text, "membership", "closed");
    return Fault.StrangersPort.valueOf(known.toUpperCase(Locale.ROOT));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
