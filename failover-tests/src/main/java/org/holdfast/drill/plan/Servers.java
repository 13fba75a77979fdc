// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.jvm.RunningJvm;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.usage.NodeMeter;
import org.jspecify.annotations.Nullable;

/** The nodes of one contender, as a search sees them. */
interface Servers extends AutoCloseable {

  /**
   * One node.
   *
   * @param target where it serves
   * @param meter what it uses
   * @param jvm to take thread dumps of; null if it cannot be reached
   * @param control null if it can neither be asked nor killed
   */
  record Server(
      Target target, NodeMeter meter, @Nullable RunningJvm jvm, @Nullable Control control) {}

  /**
   * What can be done with a node that the planner has started, or that its owner's commands kill.
   */
  interface Control {
    /** Whether its process runs; of one that its owner kills whether that was not done yet. */
    boolean alive();

    /** Whether it still serves, as far as can be seen; waits for two seconds at most. */
    default boolean serves() {
      return alive();
    }

    /** What it says of itself, empty if it does not within a second. */
    Optional<NodeStatus> status();
  }

  List<Server> nodes();

  /**
   * Kills nodes, all of them at once as near as can be. A thread that waits for it may be
   * interrupted, so that commands which have not ended are given up.
   *
   * @param victims of {@link #nodes}, each with its control
   * @throws FaultException if some could not be killed; the others are
   */
  void kill(List<Server> victims);

  /**
   * Brings nodes back that were to be killed, where they are needed after this run, and waits until
   * they answer.
   *
   * @param progress is told what is waited for
   * @return what became of them, for people; empty if nobody needs them
   */
  default String startAgain(List<Server> victims, Consumer<String> progress) {
    return "";
  }

  /** Names of the nodes that were killed, or that the planner has started and that run no more. */
  default List<String> ended() {
    List<String> ended = new ArrayList<>();
    for (Server node : nodes()) {
      Control control = node.control();
      if (control != null && !control.alive()) {
        ended.add(node.target().name());
      }
    }
    return ended;
  }

  /**
   * Names of those of the others whose process nobody watches, and that refuse connections now; a
   * connection to each takes two seconds at most.
   */
  default List<String> refusing() {
    return List.of();
  }

  /**
   * Where they tell how many requests they served, if nobody else asks them: nodes that the planner
   * has started.
   */
  default List<URI> countUrls() {
    return nodes().stream()
        .filter(node -> node.control() != null)
        .map(
            node ->
                URI.create(
                    "http://127.0.0.1:" + node.target().address().getPort() + "/holdfast/status"))
        .toList();
  }

  /** How CPUs are shared and counted, in words. */
  String cpuWords();

  /**
   * Ends the sessions that stages have left, so that the next one does not carry them. Does nothing
   * where that cannot be done.
   *
   * @throws IOException if a node does not do it
   */
  void endSessions() throws IOException, InterruptedException;

  /** Stops what was started. */
  @Override
  void close();
}
