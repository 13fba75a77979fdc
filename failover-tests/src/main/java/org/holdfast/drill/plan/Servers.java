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

package org.holdfast.drill.plan;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.holdfast.drill.cluster.NodeStatus;
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

  /** What can be done with a node that the planner has started. */
  interface Control {
    /** Ends it with SIGKILL. */
    void kill();

    /** Whether its process runs. */
    boolean alive();

    /** What it says of itself, empty if it does not within a second. */
    Optional<NodeStatus> status();
  }

  List<Server> nodes();

  /** Names of the nodes that the planner has started and that run no more, killed ones too. */
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
