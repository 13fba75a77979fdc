// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.holdfast.drill.cluster.GivenCluster.Place;
import org.junit.jupiter.api.Test;

/** What given nodes are called, by what their statuses say. */
class NodeNamesTest {
  private static final List<String> VIEW = List.of("shop-1", "shop-2");

  private final Map<InetSocketAddress, NodeStatus> statuses = new HashMap<>();

  @Test
  void areThoseOfTheStatuses_whereNoneWereGiven() {
    tells(9_001, "shop-1", VIEW);
    tells(9_002, "shop-2", VIEW);

    assertThat(settle(unnamed(1), unnamed(2)))
        .containsExactly(named("shop-1", 1), named("shop-2", 2));
  }

  @Test
  void areThoseThatWereGiven_whereNobodyTellsAStatus() {
    assertThat(settle(named("a", 1), unnamed(2))).containsExactly(named("a", 1), unnamed(2));
  }

  @Test
  void areThoseThatWereGiven_whereOneTellsNoStatusAndViewsKnowIt() {
    tells(9_001, "shop-1", VIEW);

    assertThat(settle(unnamed(1), named("shop-2", 2)))
        .containsExactly(named("shop-1", 1), named("shop-2", 2));
  }

  @Test
  void areRefusedWithBoth_whereAStatusSaysAnother() {
    tells(9_001, "shop-1", VIEW);

    refuses(
        "target a=127.0.0.1:8001 calls itself shop-1 in its status at 127.0.0.1:9001",
        named("a", 1));
    refuses("say shop-1=127.0.0.1:8001, or leave the name out", named("a", 1));
  }

  @Test
  void areRefused_whereViewsKnowANodeByNoneOfThem() {
    tells(9_001, "shop-1", VIEW);

    refuses("views hold shop-1, shop-2, and no shop-3", named("shop-1", 1), named("shop-3", 2));
    refuses(
        "views hold shop-1, shop-2, and no 127.0.0.1:8002, which tells no status",
        unnamed(1),
        unnamed(2));
  }

  @Test
  void areRefused_whereTwoNodesHaveOneStatus() {
    tells(9_001, "shop-1", VIEW);
    Place other = new Place("127.0.0.1:8002", false, address(8_002), address(9_001));

    refuses(
        "target 127.0.0.1:8001 and target 127.0.0.1:8002 both call themselves shop-1",
        unnamed(1),
        other);
  }

  /** They are put into commands of the shell. */
  @Test
  void areRefused_whereAStatusSaysWhatNoMemberIsCalled() {
    tells(9_001, "a; touch b", List.of());

    refuses("target 127.0.0.1:8001 has no name of 1 to 64 letters", unnamed(1));
  }

  private void refuses(String message, Place... places) {
    assertThatThrownBy(() -> settle(places))
        .isInstanceOf(ClusterStartException.class)
        .hasMessageContaining(message);
  }

  private List<Place> settle(Place... places) {
    return NodeNames.settle(List.of(places), address -> Optional.ofNullable(statuses.get(address)));
  }

  private void tells(int port, String name, List<String> view) {
    statuses.put(address(port), new NodeStatus(name, 1, view, true, 0, 0, 0, Map.of()));
  }

  private static Place named(String name, int number) {
    return new Place(name, true, address(8_000 + number), address(9_000 + number));
  }

  private static Place unnamed(int number) {
    return new Place(
        "127.0.0.1:" + (8_000 + number), false, address(8_000 + number), address(9_000 + number));
  }

  private static InetSocketAddress address(int port) {
    return new InetSocketAddress("127.0.0.1", port);
  }
}
