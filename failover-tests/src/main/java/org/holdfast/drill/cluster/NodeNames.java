// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.holdfast.drill.cluster.GivenCluster.Place;

/**
 * What given nodes are called. Views speak of members by the names that these give themselves:
 * under any other name a node would be missing from every view from the beginning, and would never
 * come back to one.
 */
final class NodeNames {
  /** What a member may be called; more would be dangerous in a command of the shell. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private NodeNames() {}

  /**
   * Calls each node as its status does, if it has one.
   *
   * @param ask for the status at an address
   * @throws ClusterStartException if a node that was given a name calls itself otherwise, or if
   *     views know some node by none of the names
   */
  static List<Place> settle(
      List<Place> places, Function<InetSocketAddress, Optional<NodeStatus>> ask) {
    List<Place> settled = new ArrayList<>();
    Set<String> members = new TreeSet<>();
    for (Place place : places) {
      // Twice: the first question of a process takes longer than others.
      Optional<NodeStatus> status = ask.apply(place.admin()).or(() -> ask.apply(place.admin()));
      status.ifPresent(told -> members.addAll(told.viewMembers()));
      settled.add(status.map(told -> called(place, told)).orElse(place));
    }
    requireDifferent(places, settled);
    if (!members.isEmpty()) {
      settled.forEach(place -> requireMember(place, members));
    }
    return List.copyOf(settled);
  }

  private static Place called(Place place, NodeStatus status) {
    String name = Objects.requireNonNullElse(status.name(), "");
    if (!NAME.matcher(name).matches()) {
      throw new ClusterStartException(
          place
              + " has no name of 1 to 64 letters, digits, - and _ in its status at "
              + text(place.admin()));
    }
    if (place.named() && !place.name().equals(name)) {
      throw new ClusterStartException(
          place
              + " calls itself "
              + name
              + " in its status at "
              + text(place.admin())
              + ", and so do views: say "
              + name
              + "="
              + text(place.http())
              + ", or leave the name out; --admin goes by the order of --targets");
    }
    return new Place(name, true, place.http(), place.admin());
  }

  private static void requireDifferent(List<Place> places, List<Place> settled) {
    Map<String, Place> byName = new HashMap<>();
    for (int i = 0; i < settled.size(); i++) {
      Place other = byName.put(settled.get(i).name(), places.get(i));
      if (other != null) {
        throw new ClusterStartException(
            other
                + " and "
                + places.get(i)
                + " both call themselves "
                + settled.get(i).name()
                + " in their status, at "
                + text(other.admin())
                + " and "
                + text(places.get(i).admin())
                + ": they must be different nodes");
      }
    }
  }

  private static void requireMember(Place place, Set<String> members) {
    if (!members.contains(place.name())) {
      throw new ClusterStartException(
          "views hold "
              + String.join(", ", members)
              + ", and no "
              + place.name()
              + (place.named()
                  ? ": name it as its member is called, or let it join them"
                  : ", which tells no status: say which of them it is, as in NAME="
                      + text(place.http())));
    }
  }

  /** As it is given on a command line, and in a URI: an address of IPv6 in brackets. */
  static String text(InetSocketAddress address) {
    String host = address.getHostString();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }
}
