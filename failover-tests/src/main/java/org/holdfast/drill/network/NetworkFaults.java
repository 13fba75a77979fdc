// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.holdfast.drill.fault.Effect;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.machine.InParallel;

/** Does faults to the network of nodes, and knows how to take each back. Thread-safe. */
public final class NetworkFaults {
  private final List<NetworkedNode> all;
  private final String subnet;

  @GuardedBy("this")
  private final Map<Key, Done> done = new HashMap<>();

  /**
   * @param all every place of the cluster, spares too
   * @param subnet all addresses of the nodes, as {@code 10.213.40.0/24}
   */
  public NetworkFaults(List<? extends NetworkedNode> all, String subnet) {
    this.all = List.copyOf(all);
    this.subnet = subnet;
  }

  /** Whether the fault is one of the network. */
  public static boolean include(Fault fault) {
    return fault instanceof Fault.Cut
        || fault instanceof Fault.CutLink
        || fault instanceof Fault.Loss
        || fault.shapes();
  }

  private record Key(Fault fault, NetworkedNode node) {}

  /**
   * What was done to one life of a node; with that life, it is over.
   *
   * @param elsewhere what the others do with what it sends
   */
  private record Done(NetworkTools tools, NetworkRules rules, List<Elsewhere> elsewhere) {
    void inflict() {
      rules.inflict().forEach(tools::run);
      elsewhere.forEach(part -> part.rules.inflict().forEach(part.tools::run));
    }

    void heal() {
      rules.heal().forEach(tools::run);
      elsewhere.stream()
          .filter(Elsewhere::isThere)
          .forEach(part -> part.rules.heal().forEach(part.tools::run));
    }

    /** Whether it has acted on the node, and on what it sends if that was asked for. */
    boolean hasActed() {
      return rules.haveActed(tools.run(rules.count()))
          && (elsewhere.isEmpty()
              || elsewhere.stream().filter(Elsewhere::isThere).anyMatch(Elsewhere::hasActed));
    }

    /** After half of it was done: takes back what there is. */
    void healIfPossible() {
      healIfPossible(tools, rules);
      elsewhere.forEach(part -> healIfPossible(part.tools, part.rules));
    }

    private static void healIfPossible(NetworkTools tools, NetworkRules rules) {
      for (List<String> command : rules.heal()) {
        try {
          tools.run(command);
        } catch (RuntimeException e) {
          // That part was not done.
        }
      }
    }
  }

  /** What is done at one life of another node. */
  private record Elsewhere(NetworkedNode node, NetworkTools tools, NetworkRules rules) {
    boolean isThere() {
      return node.alive() && node.networkTools() == tools;
    }

    boolean hasActed() {
      return rules.haveActed(tools.run(rules.count()));
    }
  }

  /**
   * Does a fault to all of {@code named}, side by side; those cut off together hear each other.
   *
   * @param named living nodes, of a link its two ends
   * @throws FaultException if it makes no sense for these nodes, or beside another fault of theirs
   * @throws RuntimeException what their {@linkplain NetworkTools#run tools} throw
   */
  public synchronized void inflict(Fault fault, List<? extends NetworkedNode> named) {
    List<NetworkedNode> victims = whereDone(fault, named);
    victims.forEach(victim -> requireNothingAlike(fault, victim));
    Set<NetworkedNode> together = new HashSet<>(victims);
    List<NetworkedNode> rest = all.stream().filter(node -> !together.contains(node)).toList();
    // Of two nodes that lose packets together, each loses what the other sends.
    List<NetworkedNode> hearers =
        fault instanceof Fault.Loss
            ? rest.stream().filter(NetworkedNode::alive).toList()
            : List.of();
    if (fault instanceof Fault.Cut && rest.isEmpty()) {
      throw new FaultException("all nodes are to be cut off together: from whom?");
    }
    // What takes time comes first, so that all are hit at once.
    InParallel.each(
        Stream.concat(victims.stream(), hearers.stream()).toList(),
        node -> node.networkTools().open());
    Map<NetworkedNode, Done> now = new HashMap<>();
    for (NetworkedNode victim : victims) {
      NetworkTools tools = victim.networkTools();
      List<String> others =
          (fault instanceof Fault.CutLink ? named : rest)
              .stream().filter(node -> !node.equals(victim)).map(NetworkedNode::address).toList();
      now.put(
          victim,
          new Done(tools, rules(fault, victim, tools, others), elsewhere(fault, victim, hearers)));
    }
    try {
      InParallel.each(victims, victim -> Objects.requireNonNull(now.get(victim)).inflict());
    } catch (RuntimeException e) {
      now.values().forEach(Done::healIfPossible);
      throw e;
    }
    for (Map.Entry<NetworkedNode, Done> each : now.entrySet()) {
      done.put(new Key(fault, each.getKey()), each.getValue());
    }
  }

  /** Whether a fault has acted on all of {@code victims}; unknown where it went with its node. */
  public synchronized Effect effect(Fault fault, List<? extends NetworkedNode> victims) {
    boolean all = true;
    for (NetworkedNode victim : whereDone(fault, victims)) {
      Done inflicted = done.get(new Key(fault, victim));
      if (inflicted == null || !victim.alive() || victim.networkTools() != inflicted.tools) {
        return Effect.UNKNOWN;
      }
      all &= inflicted.hasActed();
    }
    return all ? Effect.SEEN : Effect.NONE;
  }

  /** Takes a fault back where it is still there; it went with its node where that ended. */
  public synchronized void heal(Fault fault, List<? extends NetworkedNode> victims) {
    Map<NetworkedNode, Done> before = new HashMap<>();
    for (NetworkedNode victim : victims) {
      Done inflicted = done.remove(new Key(fault, victim));
      if (inflicted != null && victim.alive() && victim.networkTools() == inflicted.tools) {
        before.put(victim, inflicted);
      }
    }
    InParallel.each(
        List.copyOf(before.keySet()), victim -> Objects.requireNonNull(before.get(victim)).heal());
  }

  private static List<Elsewhere> elsewhere(
      Fault fault, NetworkedNode victim, List<NetworkedNode> hearers) {
    return fault instanceof Fault.Loss loss
        ? hearers.stream()
            .map(
                node ->
                    new Elsewhere(
                        node,
                        node.networkTools(),
                        NetworkRules.loss(loss.percent(), victim.address())))
            .toList()
        : List.of();
  }

  /**
   * Returns the nodes at which a fault is done. Packets of a link are dropped at the end that they
   * reach: a sender whose own system drops its packets learns of it.
   *
   * @param named of a link its two ends
   */
  private static List<NetworkedNode> whereDone(Fault fault, List<? extends NetworkedNode> named) {
    List<NetworkedNode> victims = List.copyOf(named);
    if (!(fault instanceof Fault.CutLink link)) {
      return victims;
    }
    if (victims.size() != 2) {
      throw new FaultException("a link has two ends, was to be cut at " + victims.size());
    }
    return switch (link.direction()) {
      case BOTH -> victims;
      case OUTBOUND -> victims.subList(1, 2);
      case INBOUND -> victims.subList(0, 1);
    };
  }

  private NetworkRules rules(
      Fault fault, NetworkedNode victim, NetworkTools tools, List<String> others) {
    if (fault instanceof Fault.Cut cut) {
      return NetworkRules.cut(cut.direction(), others);
    }
    if (fault instanceof Fault.CutLink) {
      return NetworkRules.cut(Fault.Direction.INBOUND, others);
    }
    if (fault instanceof Fault.Loss loss) {
      return NetworkRules.loss(loss.percent(), subnet);
    }
    String address = victim.address();
    String device = NetworkRules.device(tools.run(NetworkRules.whichDevice(address)));
    if (device.isEmpty()) {
      throw new FaultException(victim.name() + " has no device with address " + address);
    }
    return fault instanceof Fault.Delay delay
        ? NetworkRules.delay(delay.by().toMillis(), device)
        : NetworkRules.bandwidth(((Fault.Bandwidth) fault).kilobitsPerSecond(), device);
  }

  private synchronized void requireNothingAlike(Fault fault, NetworkedNode victim) {
    Stream<Fault> present =
        done.entrySet().stream()
            .filter(entry -> entry.getKey().node.equals(victim))
            .filter(entry -> entry.getValue().tools == victim.networkTools())
            .map(entry -> entry.getKey().fault);
    present
        .filter(fault::excludes)
        .findFirst()
        .ifPresent(
            other -> {
              throw new FaultException(
                  victim.name() + " is " + other.words() + " already: heal that first");
            });
  }
}
