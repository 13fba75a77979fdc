// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.load.LoadDriver;

/**
 * Tells which nodes of a cluster run, who uses them and what they hold, by their numbers from 0.
 */
final class Lineup {
  private final Cluster cluster;
  private final LoadDriver driver;
  private final int secondaries;

  /**
   * @param secondaries copies besides the primary; 0 if there are none
   */
  Lineup(Cluster cluster, LoadDriver driver, int secondaries) {
    this.cluster = cluster;
    this.driver = driver;
    this.secondaries = secondaries;
  }

  ClusterNode node(int number) {
    return cluster.nodes().get(number);
  }

  List<ClusterNode> nodes(Collection<Integer> numbers) {
    return numbers.stream().map(this::node).toList();
  }

  int number(ClusterNode node) {
    return number(node.name()).orElseThrow();
  }

  /** Numbers of all nodes, those that do not run too. */
  List<Integer> places() {
    return IntStream.range(0, cluster.nodes().size()).boxed().toList();
  }

  List<Integer> running() {
    return places().stream().filter(number -> node(number).alive()).toList();
  }

  /** Nodes that run, but for these. */
  List<Integer> runningBut(Collection<Integer> others) {
    return running().stream().filter(number -> !others.contains(number)).toList();
  }

  /** Whether nodes replicate and tell of views that have them in it, by the names known here. */
  boolean tellsOfViews() {
    return secondaries > 0
        && cluster.nodes().stream()
            .flatMap(node -> node.status().stream())
            .flatMap(status -> status.viewMembers().stream())
            .anyMatch(member -> number(member).isPresent());
  }

  /** Users all of whose holders are among {@code chosen}. */
  Set<Integer> orphans(List<Integer> chosen) {
    List<List<Integer>> holders = holders();
    return IntStream.range(0, holders.size())
        .filter(user -> !holders.get(user).isEmpty() && chosen.containsAll(holders.get(user)))
        .boxed()
        .collect(Collectors.toCollection(HashSet::new));
  }

  Casting.Standing standing() {
    List<Integer> running = running();
    Optional<Integer> coordinator =
        running.stream()
            .flatMap(number -> node(number).status().stream())
            .flatMap(status -> number(status.viewCreator()).stream())
            .findFirst();
    return new Casting.Standing(
        running, IntStream.of(driver.usersByNode()).boxed().toList(), coordinator, holders());
  }

  private List<List<Integer>> holders() {
    return secondaries == 0
        ? List.of()
        : SessionHolders.of(
            running(),
            cluster.nodes().stream().map(ClusterNode::name).toList(),
            secondaries,
            driver.primaries(),
            driver.sessionKeys());
  }

  private Optional<Integer> number(String name) {
    return IntStream.range(0, cluster.nodes().size())
        .boxed()
        .filter(number -> node(number).name().equals(name))
        .findFirst();
  }
}
