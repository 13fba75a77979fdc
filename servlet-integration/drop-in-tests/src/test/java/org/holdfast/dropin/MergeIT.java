// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.holdfast.contract.Ports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two clusters of one name, each founded by a node on its own, become one: that takes messages that
 * no join needs, and the drop-in jars keep of JGroups only those that are listed in their build.
 */
class MergeIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final List<Integer> ports = Ports.take(2);

  @TempDir private Path directory;

  @Test
  void servesOnBothNodesWhatEachHadAlone_whenTheyHaveFoundEachOther() throws Exception {
    try (EmbeddedTomcat first = new EmbeddedTomcat(directory.resolve("base-1"), "node-1");
        EmbeddedTomcat second = new EmbeddedTomcat(directory.resolve("base-2"), "node-2")) {
      Visitor ofTheFirst = new Visitor();
      Visitor ofTheSecond = new Visitor();
      first.deploy("/shop", application("node-1", 0, address(0) + "," + address(1)));
      ofTheFirst.get(first.uri("/shop/add?item=tea"));
      // Its settings list only itself, so it asks no other node and founds a cluster, too.
      second.deploy("/shop", application("node-2", 1, address(1)));
      ofTheSecond.get(second.uri("/shop/add?item=rice"));

      await().atMost(SOON).until(() -> ofTheFirst.isProtected(first.uri("/shop/cart")));
      await().atMost(SOON).until(() -> ofTheSecond.isProtected(second.uri("/shop/cart")));

      assertThat(ofTheFirst.get(second.uri("/shop/cart"))).isEqualTo("tea");
      assertThat(ofTheSecond.get(first.uri("/shop/cart"))).isEqualTo("rice");
    }
  }

  private Path application(String node, int index, String members) {
    return new WebApplication()
        .withContext(
            "<Manager className=\"org.holdfast.tomcat.HoldfastManager\" cluster=\"shop\""
                + " exposeProtection=\"true\" membershipPort=\""
                + ports.get(index)
                + "\" discovery=\"static:"
                + members
                + "\"/>")
        .unpackedTo(directory.resolve(node));
  }

  private String address(int index) {
    return "127.0.0.1:" + ports.get(index);
  }
}
