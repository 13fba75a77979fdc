// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import java.util.Optional;
import org.holdfast.drill.cluster.NodeClocks;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.network.NetworkAbilities;

/** What can be done to nodes with this engine, this kernel and this image. */
final class Abilities {
  private final ContainerOptions options;
  private final boolean hasOwnClocks;
  private final NetworkAbilities network;

  /**
   * @param hasOwnClocks whether the nodes' clocks can jump
   */
  Abilities(
      DockerEngine engine, String toolsImage, ContainerOptions options, boolean hasOwnClocks) {
    this.options = options;
    this.hasOwnClocks = hasOwnClocks;
    this.network =
        new NetworkAbilities(command -> ToolsContainer.probe(engine, toolsImage, command));
  }

  /** Says why {@code fault} is impossible; empty if it is not. May take a second. */
  Optional<String> lacks(Fault fault) {
    if (fault instanceof Fault.ClockJump && hasOwnClocks) {
      return Optional.empty();
    }
    return lacks(fault, options)
        .or(() -> network.lacks(fault))
        .or(
            () ->
                fault instanceof Fault.ClockJump
                    ? Optional.of("the nodes were started on the machine's clock")
                    : Optional.empty());
  }

  /** The same as far as it is known without the engine and without trying anything. */
  static Optional<String> lacks(Fault fault, ContainerOptions options) {
    Optional<String> lacksProgram = NetworkAbilities.lacksProgram(fault);
    if (lacksProgram.isPresent()) {
      return lacksProgram;
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
}
