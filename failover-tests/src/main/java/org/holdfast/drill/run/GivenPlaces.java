// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.List;
import java.util.stream.IntStream;
import org.holdfast.drill.cluster.GivenCluster;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.loadrun.UrlMix;

/** Reads where nodes are that run already. */
public final class GivenPlaces {
  private GivenPlaces() {}

  /**
   * Reads them.
   *
   * @param targets each as {@code HOST:PORT} or {@code NAME=HOST:PORT}
   * @param admins where each has its status, in the same order; none for where it serves
   * @param allowRemote whether they may be on other machines
   * @throws IllegalArgumentException if one is none of these, or is not allowed
   */
  public static List<GivenCluster.Place> of(
      List<String> targets, List<String> admins, boolean allowRemote) {
    List<Target> nodes = parse(targets, allowRemote);
    List<Target> statuses = admins.isEmpty() ? nodes : parseAdmins(admins, allowRemote);
    return IntStream.range(0, nodes.size())
        .mapToObj(
            i ->
                new GivenCluster.Place(
                    nodes.get(i).name(),
                    targets.get(i).contains("="),
                    nodes.get(i).address(),
                    statuses.get(i).address()))
        .toList();
  }

  /** As targets are read, but it is to be told that none of these was wrong. */
  private static List<Target> parseAdmins(List<String> texts, boolean allowRemote) {
    try {
      return parse(texts, allowRemote);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--admin, which is read as targets are: " + e.getMessage(), e);
    }
  }

  private static List<Target> parse(List<String> texts, boolean allowRemote) {
    return UrlMix.parse(List.of("/"), texts, RequestBody.NONE, allowRemote).targets();
  }
}
