// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Waits until the nodes of a cluster have found each other. */
public final class WholeCluster {
  private static final long POLL_NANOS = Duration.ofMillis(50).toNanos();

  private WholeCluster() {}

  /**
   * Returns when every node holds the same settled view of all nodes.
   *
   * @throws ClusterStartException if they do not within {@code timeout}, with what each of them
   *     says
   */
  public static void await(List<? extends ClusterNode> nodes, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      List<Optional<NodeStatus>> answers = nodes.stream().map(ClusterNode::status).toList();
      if (isWhole(answers)) {
        return;
      }
      if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
        throw new ClusterStartException(
            "the nodes did not agree on one settled view of all "
                + nodes.size()
                + " within "
                + timeout.toSeconds()
                + " s:"
                + describe(nodes, answers));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static boolean isWhole(List<Optional<NodeStatus>> answers) {
    return answers.stream()
            .allMatch(
                answer ->
                    answer
                        .filter(s -> s.settled() && s.viewMembers().size() == answers.size())
                        .isPresent())
        && answers.stream().flatMap(Optional::stream).map(NodeStatus::viewNumber).distinct().count()
            == 1;
  }

  private static String describe(
      List<? extends ClusterNode> nodes, List<Optional<NodeStatus>> answers) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      String says =
          answers
              .get(i)
              .map(
                  s ->
                      "view "
                          + s.viewNumber()
                          + " "
                          + s.viewMembers()
                          + (s.settled() ? ", settled" : ", not settled"))
              .orElse("no answer");
      lines.add("\n  " + nodes.get(i).name() + ": " + says);
    }
    return String.join("", lines);
  }
}
