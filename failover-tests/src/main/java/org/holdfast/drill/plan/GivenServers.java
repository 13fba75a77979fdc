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

import java.net.URI;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.cluster.StatusClient;
import org.holdfast.drill.jvm.RunningJvm;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.usage.CgroupCpu;
import org.holdfast.drill.usage.CpuAllowance;
import org.holdfast.drill.usage.NodeMeter;

/**
 * Nodes that run already, and go on. They can be measured and looked at, but are not killed, and
 * their sessions end when they time out.
 */
final class GivenServers implements Servers {
  private final List<Server> nodes;
  private final List<URI> countUrls;
  private final String cpuWords;

  private GivenServers(List<Server> nodes, List<URI> countUrls, List<String> inGroups) {
    this.nodes = List.copyOf(nodes);
    this.countUrls = List.copyOf(countUrls);
    this.cpuWords =
        "the CPUs that a node may use are those that its process or its status tells; processes"
            + " that may use the same ones, or have one quota, are counted with equal parts of them"
            + (inGroups.isEmpty()
                ? ""
                : "; CPU time of " + String.join(", ", inGroups) + " is that of its whole cgroup");
  }

  /**
   * Takes running nodes.
   *
   * @param admins where {@code /holdfast/status} is, in the order of the nodes; empty for where
   *     they serve
   * @param pids of their processes, in their order; empty if they run elsewhere
   * @param countUrls where they tell how many requests they served; empty if others ask them, too
   * @throws IllegalArgumentException if nothing tells of a node's CPU
   */
  static GivenServers of(
      List<Target> targets, List<Target> admins, List<Long> pids, List<URI> countUrls) {
    List<Optional<Double>> parts = parts(pids);
    List<Optional<CgroupCpu.Group>> groups = CgroupCpu.here().of(pids);
    List<String> inGroups = new ArrayList<>();
    StatusClient client = new StatusClient();
    List<Server> nodes = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      Target target = targets.get(i);
      Target admin = admins.isEmpty() ? target : admins.get(i);
      Supplier<Optional<NodeStatus>> status = () -> client.ask(admin.address());
      OptionalLong pid = pids.isEmpty() ? OptionalLong.empty() : OptionalLong.of(pids.get(i));
      NodeMeter meter = NodeMeter.of(target.name(), pid, status);
      if (!pids.isEmpty()) {
        meter = parts.get(i).map(meter::withCores).orElse(meter);
        if (groups.get(i).isPresent()) {
          meter = meter.withGroup(groups.get(i).get());
          inGroups.add(target.name());
        }
      }
      // A server in another language has CPU that can be measured, too, but no thread dump.
      boolean isJvm = pid.isPresent() && RunningJvm.isProcess(pid.getAsLong());
      nodes.add(
          new Server(target, meter, isJvm ? RunningJvm.process(pid.getAsLong()) : null, null));
    }
    return new GivenServers(nodes, countUrls, inGroups);
  }

  /** CPUs of each process; empty for one that is not there. */
  private static List<Optional<Double>> parts(List<Long> pids) {
    CpuAllowance allowance = CpuAllowance.here();
    List<Optional<CpuAllowance.Cpus>> found = pids.stream().map(allowance::of).toList();
    Iterator<Double> parts =
        CpuAllowance.parts(found.stream().flatMap(Optional::stream).toList()).iterator();
    return found.stream().map(cpus -> cpus.map(any -> parts.next())).toList();
  }

  @Override
  public List<Server> nodes() {
    return nodes;
  }

  @Override
  public List<URI> countUrls() {
    return countUrls;
  }

  @Override
  public String cpuWords() {
    return cpuWords;
  }

  @Override
  public void endSessions() {
    // They are not ours to end.
  }

  @Override
  public void close() {
    // They are not ours to stop.
  }
}
