// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.holdfast.drill.cluster.NodeClocks;
import org.holdfast.drill.fault.Fault;
import org.jspecify.annotations.Nullable;

/**
 * What can be done to nodes with this engine, this kernel and this image. What only the kernel
 * knows is tried once, when it is first asked for.
 */
final class Abilities {
  private static final List<String> LOSS =
      NetworkRules.words(
          "iptables -w -A INPUT -m statistic --mode random --probability 0.5 -j DROP");
  private static final List<String> CUT = NetworkRules.words("iptables -w -A INPUT -j DROP");
  private static final List<String> BANDWIDTH =
      NetworkRules.words("tc qdisc add dev lo root tbf rate 1mbit burst 3200 latency 400ms");
  private static final List<String> DELAY =
      NetworkRules.words("tc qdisc add dev lo root netem delay 1ms");

  private final DockerEngine engine;
  private final String toolsImage;
  private final ContainerOptions options;
  private final boolean hasOwnClocks;
  private final Map<List<String>, Optional<String>> probed = new ConcurrentHashMap<>();

  /**
   * @param hasOwnClocks whether the nodes' clocks can jump
   */
  Abilities(
      DockerEngine engine, String toolsImage, ContainerOptions options, boolean hasOwnClocks) {
    this.engine = engine;
    this.toolsImage = toolsImage;
    this.options = options;
    this.hasOwnClocks = hasOwnClocks;
  }

  /** Says why {@code fault} is impossible; empty if it is not. May take a second. */
  Optional<String> lacks(Fault fault) {
    if (fault instanceof Fault.ClockJump && hasOwnClocks) {
      return Optional.empty();
    }
    return lacks(fault, options)
        .or(() -> Optional.ofNullable(trial(fault)).flatMap(this::probe))
        .or(
            () ->
                fault instanceof Fault.ClockJump
                    ? Optional.of("the nodes were started on the machine's clock")
                    : Optional.empty());
  }

  /** The same as far as it is known without the engine and without trying anything. */
  static Optional<String> lacks(Fault fault, ContainerOptions options) {
    Trial trial = trial(fault);
    if (trial != null && SystemFiles.program(trial.program()).isEmpty()) {
      return Optional.of(
          trial.otherwise() + ": this machine has no " + trial.program() + " to do it with");
    }
    if (fault instanceof Fault.FullDisk && !options.isOurs()) {
      return Optional.of(
          "where an image of your own writes its log is not known: only the disk of our own"
              + " node's log can be filled");
    }
    if (fault instanceof Fault.Strangers) {
      return Optional.of("strangers call the nodes of a drill with processes only");
    }
    return fault instanceof Fault.ClockJump ? lacksClocks(options) : Optional.empty();
  }

  /** Says why nodes that run {@code options} can have no clock of their own here. */
  static Optional<String> lacksClocks(ContainerOptions options) {
    return options.isOfThisSystem()
        ? NodeClocks.lacks()
        : Optional.of(
            "this machine's libfaketime, which gives a node a clock of its own, goes with this"
                + " machine's libraries, and an image of your own has others");
  }

  private static @Nullable Trial trial(Fault fault) {
    if (fault instanceof Fault.Cut || fault instanceof Fault.CutLink) {
      return new Trial(CUT, "iptables", "a node cannot be cut off");
    }
    if (fault instanceof Fault.Loss) {
      return new Trial(LOSS, "iptables", "packets cannot be dropped at random");
    }
    if (fault instanceof Fault.Bandwidth) {
      return new Trial(BANDWIDTH, "tc", "bandwidth cannot be limited");
    }
    return fault instanceof Fault.Delay
        ? new Trial(DELAY, "tc", "packets cannot be delayed (the kernel needs netem for that)")
        : null;
  }

  private Optional<String> probe(Trial trial) {
    return probed.computeIfAbsent(
        trial.command(),
        tried ->
            NetworkTools.probe(engine, toolsImage, tried)
                .map(reason -> trial.otherwise() + " on this kernel: " + reason));
  }

  /**
   * What shows whether the kernel can do something.
   *
   * @param otherwise what cannot be done if it fails
   */
  private record Trial(List<String> command, String program, String otherwise) {}
}
