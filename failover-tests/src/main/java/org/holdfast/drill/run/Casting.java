// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.scenario.NodeChoice;

/**
 * Finds the nodes that a scenario speaks of, by their numbers from 0. Not thread-safe.
 *
 * @see Standing
 */
final class Casting {
  private final SplittableRandom random;
  private final Supplier<Standing> standing;
  private List<Integer> last = List.of();

  /**
   * How things stand at the moment of a choice.
   *
   * @param running nodes that run, ascending
   * @param users users of each node, running or not
   * @param coordinator the node that made the view, if any is known
   * @param holders for each user with a session its holders, the primary first
   */
  record Standing(
      List<Integer> running,
      List<Integer> users,
      Optional<Integer> coordinator,
      List<List<Integer>> holders) {}

  /**
   * @param seed of random choices
   */
  Casting(long seed, Supplier<Standing> standing) {
    this.random = new SplittableRandom(seed);
    this.standing = standing;
  }

  /**
   * Chooses one node or several, without repetitions, in the order of the choices.
   *
   * @throws FaultException if a choice finds nobody, with the reason
   */
  List<Integer> choose(List<NodeChoice> choices) {
    Standing now = standing.get();
    Set<Integer> chosen = new LinkedHashSet<>();
    for (NodeChoice choice : choices) {
      List<Integer> found = find(choice, now, chosen);
      if (found.isEmpty()) {
        throw new FaultException("no node is " + choice + " now: " + describe(now, chosen));
      }
      chosen.addAll(found);
    }
    last = List.copyOf(chosen);
    return last;
  }

  private List<Integer> find(NodeChoice choice, Standing now, Set<Integer> chosen) {
    List<Integer> open =
        now.running().stream().filter(node -> !chosen.contains(node)).sorted().toList();
    return switch (choice.kind()) {
      case FULLEST -> one(fullest(open, now.users()));
      case EMPTIEST -> one(open.stream().min(Comparator.comparing(node -> now.users().get(node))));
      case SECONDARY -> one(secondary(now, chosen, open));
      case COORDINATOR -> one(now.coordinator().filter(open::contains));
      case RANDOM -> open.isEmpty() ? List.of() : List.of(open.get(random.nextInt(open.size())));
      case LAST -> last.stream().filter(open::contains).toList();
      case MINORITY -> open.subList(0, Math.min(open.size(), (now.running().size() - 1) / 2));
      case MAJORITY -> open.subList(0, Math.min(open.size(), now.running().size() / 2 + 1));
      case ALL -> open;
      case NODE -> open.contains(choice.number() - 1) ? List.of(choice.number() - 1) : List.of();
    };
  }

  private static Optional<Integer> fullest(Collection<Integer> open, List<Integer> users) {
    // Of equals the first.
    return open.stream()
        .max(Comparator.<Integer>comparingInt(users::get).thenComparing(Comparator.reverseOrder()));
  }

  /** The one that holds copies for most users of those chosen, or of the fullest. */
  private static Optional<Integer> secondary(
      Standing now, Set<Integer> chosen, List<Integer> open) {
    Set<Integer> primaries =
        chosen.isEmpty()
            ? fullest(open, now.users()).map(Set::of).orElse(Set.of())
            : Set.copyOf(chosen);
    List<Integer> copies = new ArrayList<>(Collections.nCopies(now.users().size(), 0));
    for (List<Integer> holders : now.holders()) {
      if (!holders.isEmpty() && primaries.contains(holders.get(0))) {
        holders.stream().skip(1).forEach(node -> copies.set(node, copies.get(node) + 1));
      }
    }
    return fullest(open.stream().filter(node -> !primaries.contains(node)).toList(), copies);
  }

  private static List<Integer> one(Optional<Integer> node) {
    return node.map(List::of).orElse(List.of());
  }

  private static String describe(Standing now, Set<Integer> chosen) {
    List<String> parts = new ArrayList<>();
    parts.add("running " + names(now.running()));
    if (!chosen.isEmpty()) {
      parts.add("chosen already " + names(chosen));
    }
    parts.add("users " + now.users());
    return String.join(", ", parts);
  }

  private static List<String> names(Collection<Integer> nodes) {
    return nodes.stream().map(ClusterSettings::nameOf).toList();
  }
}
