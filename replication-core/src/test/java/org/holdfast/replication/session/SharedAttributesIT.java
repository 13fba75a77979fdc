// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Attributes that share objects, on real nodes. */
@Timeout(120)
class SharedAttributesIT {
  private static ReplicatedSession found(SessionReplicator shop, String id) {
    Lookup lookup = shop.acquire(id, null);
    assertThat(lookup).isInstanceOf(Lookup.Found.class);
    return ((Lookup.Found) lookup).session();
  }

  @Test
  void areStillOneObject_afterATakeoverFromADeadNode_andBack() {
    try (TestCluster three = TestCluster.of(3)) {
      ReplicatedSession session = three.shops.get(0).create(Duration.ofMinutes(30), 0);
      Map<String, List<String>> account = new HashMap<>();
      List<String> cart = new ArrayList<>(List.of("book"));
      account.put("cart", cart);
      session.attributes().put("account", account);
      session.attributes().put("cart", cart);
      session.attributes().put("visits", 1);
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      session.exit();

      three.stop(0);
      ReplicatedSession second = found(three.shops.get(1), session.id());
      assertThat(second.attributes()).containsOnlyKeys("account", "cart", "visits");
      assertThat(account(second).get("cart")).isSameAs(cart(second));
      cart(second).add("pen");
      assertThat(second.commit()).isEqualTo(CommitOutcome.PROTECTED);
      second.exit();

      ReplicatedSession third = found(three.shops.get(2), session.id());
      assertThat(account(third).get("cart")).isSameAs(cart(third)).containsExactly("book", "pen");
      third.exit();
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, List<String>> account(ReplicatedSession session) {
    return (Map<String, List<String>>) session.attributes().get("account");
  }

  @SuppressWarnings("unchecked")
  private static List<String> cart(ReplicatedSession session) {
    return (List<String>) session.attributes().get("cart");
  }
}
