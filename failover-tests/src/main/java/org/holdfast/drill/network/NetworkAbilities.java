// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.machine.Programs;

/**
 * What this machine's programs and kernel can do to the network of a node. What only the kernel
 * knows is tried once, when it is first asked for. Thread-safe.
 */
public final class NetworkAbilities {
  private static final List<String> LOSS =
      NetworkRules.words(
          "iptables -w -A INPUT -m statistic --mode random --probability 0.5 -j DROP");
  private static final List<String> CUT = NetworkRules.words("iptables -w -A INPUT -j DROP");
  private static final List<String> BANDWIDTH =
      NetworkRules.words("tc qdisc add dev lo root tbf rate 1mbit burst 3200 latency 400ms");
  private static final List<String> DELAY =
      NetworkRules.words("tc qdisc add dev lo root netem delay 1ms");

  private final Function<List<String>, Optional<String>> probe;
  private final Map<List<String>, Optional<String>> probed = new ConcurrentHashMap<>();

  /**
   * @param probe runs a command in a network that nobody uses, and returns why it failed, if it did
   */
  public NetworkAbilities(Function<List<String>, Optional<String>> probe) {
    this.probe = probe;
  }

  /**
   * Says why {@code fault} is impossible; empty if it is possible, or no fault of the network. May
   * take a second.
   */
  public Optional<String> lacks(Fault fault) {
    return lacksProgram(fault).or(() -> trial(fault).flatMap(this::probe));
  }

  /** Says the same as far as it is known without trying anything. */
  public static Optional<String> lacksProgram(Fault fault) {
    return trial(fault)
        .filter(trial -> Programs.find(trial.program()).isEmpty())
        .map(
            trial ->
                trial.otherwise() + ": this machine has no " + trial.program() + " to do it with");
  }

  private static Optional<Trial> trial(Fault fault) {
    if (fault instanceof Fault.Cut || fault instanceof Fault.CutLink) {
      return Optional.of(new Trial(CUT, "a node cannot be cut off"));
    }
    if (fault instanceof Fault.Loss) {
      return Optional.of(new Trial(LOSS, "packets cannot be dropped at random"));
    }
    if (fault instanceof Fault.Bandwidth) {
      return Optional.of(new Trial(BANDWIDTH, "bandwidth cannot be limited"));
    }
    return fault instanceof Fault.Delay
        ? Optional.of(
            new Trial(DELAY, "packets cannot be delayed (the kernel needs netem for that)"))
        : Optional.empty();
  }

  private Optional<String> probe(Trial trial) {
    return probed.computeIfAbsent(
        trial.command(),
        tried ->
            probe.apply(tried).map(reason -> trial.otherwise() + " on this kernel: " + reason));
  }

  /**
   * What shows whether the kernel can do something.
   *
   * @param otherwise what cannot be done if it fails
   */
  private record Trial(List<String> command, String otherwise) {
    String program() {
      return command.get(0);
    }
  }
}
