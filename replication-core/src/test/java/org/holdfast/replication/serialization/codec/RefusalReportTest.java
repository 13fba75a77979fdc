// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusalReportTest {
  private final List<String> lines = new ArrayList<>();
  private final RefusalReport report = new RefusalReport(lines::add);

  @Test
  void namesAttributePathReasonAndConsequence_onceForEachAttributeAndClass() {
    for (int i = 0; i < 3; i++) {
      report.add("cart", "Cart.items[2].lock", "shop.Lock", "is not serializable");
      report.add("user", "User.lock", "shop.Lock", "is not serializable");
      report.add("cart", "Cart.log", "shop.Log", "is not serializable");
    }

    assertThat(lines)
        .containsExactly(
            line("cart", "Cart.items[2].lock of class shop.Lock"),
            line("user", "User.lock of class shop.Lock"),
            line("cart", "Cart.log of class shop.Log"));
  }

  private static String line(String attribute, String where) {
    return "attribute \""
        + attribute
        + "\" cannot be replicated: "
        + where
        + " is not serializable. Other nodes do not get this value. Logged once for each attribute"
        + " and class, counted each time as attributesRefused";
  }

  @Test
  void goesOnLogging_howeverManyNamesAnApplicationMakesUp() {
    for (int i = 0; i < 2_500; i++) {
      report.add("cart\n" + i, "Cart", "shop.Cart", "is not serializable");
    }

    assertThat(lines).hasSize(2_501).noneMatch(line -> line.contains("\n"));
    assertThat(lines.get(1_000)).contains("more than 1000 pairs", "forgets which of them");
    assertThat(lines.get(2_500)).startsWith("attribute \"cart?2499\"");
  }

  @Test
  void repeatsNothing_whenItsRecordIsJustFull() {
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 1_000; i++) {
        report.add("cart" + i, "Cart", "shop.Cart", "is not serializable");
      }
    }

    assertThat(lines).hasSize(1_000).allMatch(line -> line.startsWith("attribute \"cart"));
  }
}
