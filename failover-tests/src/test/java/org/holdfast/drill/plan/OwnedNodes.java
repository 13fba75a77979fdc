// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.plan.report.CapacityReport;
import org.holdfast.drill.run.AckMode;
import org.holdfast.drill.run.Scope;
import org.jspecify.annotations.Nullable;

/** Simulated nodes that ran already, and whose owner's commands kill them, or should. */
final class OwnedNodes implements Servers {
  final SimulatedNodes simulated;

  /** What the command says when it fails; null if it does not. */
  @Nullable String failure;

  /** Names of the nodes that a command kills that fails for others. */
  final List<String> killedAllTheSame = new ArrayList<>();

  /** Whether the command ends only when it is given up. */
  boolean hangs;

  /** Whether the command ends well, and its node serves on. */
  boolean doesNothing;

  /** Names of nodes that tell no status. */
  final List<String> silent = new ArrayList<>();

  /** Names of nodes that let nobody in any more. */
  final List<String> refusing = new ArrayList<>();

  /** A member of every view that is not measured. */
  String stranger = "";

  /** What is said of the nodes that were to be killed. */
  String afterwards = "";

  /** Names of the nodes that were to be started again. */
  final List<String> startedAgain = new ArrayList<>();

  /** Until the command is run. */
  final CountDownLatch isRun = new CountDownLatch(1);

  OwnedNodes(int nodes) {
    this.simulated = new SimulatedNodes(nodes, 0.001);
  }

  /** What a run with them comes to. */
  CapacityReport report(CapacityPlan plan) throws IOException, InterruptedException {
    Contender contender =
        new Contender(
            "targets", nodes().size(), Manager.GIVEN, Scope.MODIFIED_ATTRIBUTE, AckMode.SYNC);
    CapacityRun run =
        new CapacityRun(
            plan,
            List.of(contender),
            (any, round) -> this,
            simulated,
            new Progress(line -> {}, plan, simulated::nanos),
            Duration.ofMillis(1));
    return CapacityReports.of(
        plan, run.run(), "holdfast capacity --targets a,b", Simulations.SOMEWHERE);
  }

  @Override
  public List<Server> nodes() {
    return simulated.nodes().stream()
        .map(node -> new Server(node.target(), node.meter(), node.jvm(), control(node)))
        .toList();
  }

  private Control control(Server node) {
    Control control = node.control();
    if (control == null) {
      throw new AssertionError("each has one");
    }
    return new Control() {
      @Override
      public boolean alive() {
        return control.alive();
      }

      @Override
      public boolean serves() {
        return control.alive();
      }

      @Override
      public Optional<NodeStatus> status() {
        return silent.contains(node.target().name())
            ? Optional.empty()
            : control.status().map(told -> withStranger(told));
      }
    };
  }

  private NodeStatus withStranger(NodeStatus told) {
    return stranger.isEmpty()
        ? told
        : new NodeStatus(
            told.name(),
            told.viewNumber(),
            Stream.concat(told.viewMembers().stream(), Stream.of(stranger)).toList(),
            told.settled(),
            told.primarySessions(),
            told.secondarySessions(),
            told.degradedSessions(),
            told.counters());
  }

  @Override
  public void kill(List<Server> victims) {
    isRun.countDown();
    if (hangs) {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new FaultException("interrupted while command kill was running", e);
      }
    }
    if (failure != null) {
      simulated.kill(
          victims.stream()
              .filter(victim -> killedAllTheSame.contains(victim.target().name()))
              .toList());
      throw new FaultException(failure);
    }
    if (!doesNothing) {
      simulated.kill(victims);
    }
  }

  @Override
  public String startAgain(List<Server> victims, Consumer<String> progress) {
    victims.forEach(victim -> startedAgain.add(victim.target().name()));
    return victims.isEmpty() ? "" : afterwards;
  }

  @Override
  public List<String> refusing() {
    return List.copyOf(refusing);
  }

  @Override
  public String cpuWords() {
    return simulated.cpuWords();
  }

  @Override
  public void endSessions() {
    // They are not ours to end.
  }

  @Override
  public void close() {
    simulated.close();
  }
}
