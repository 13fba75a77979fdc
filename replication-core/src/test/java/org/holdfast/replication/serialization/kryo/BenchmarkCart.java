// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The session of a shop: the cart that the benchmarks of codecs encode. */
public final class BenchmarkCart implements Serializable {
  private static final long serialVersionUID = 1L;

  String customer = "customer-4711";
  String currency = "EUR";
  int revision = 17;
  boolean gift;
  Instant opened = Instant.parse("2026-11-21T10:15:30.123Z");
  LocalDate deliverBy = LocalDate.of(2026, 12, 24);
  BigDecimal total = new BigDecimal("1234.50");
  List<Item> items = new ArrayList<>();
  Map<String, Object> notes = new HashMap<>();

  /** Changes a number in it. */
  public void revise() {
    revision++;
  }

  /** One line of the cart. */
  static final class Item implements Serializable {
    private static final long serialVersionUID = 1L;

    String sku;
    String name;
    int quantity;
    BigDecimal price;
    Instant added;

    Item(int number) {
      sku = "SKU-" + (100_000 + 37 * number);
      name = "Article number " + number + " in blue";
      quantity = 1 + number % 3;
      price = BigDecimal.valueOf(1_999 + 150L * number, 2);
      added = Instant.parse("2026-11-21T10:16:00Z").plusSeconds(13L * number);
    }
  }

  /**
   * @param items lines of the cart
   */
  public static BenchmarkCart of(int items) {
    BenchmarkCart cart = new BenchmarkCart();
    for (int i = 0; i < items; i++) {
      cart.items.add(new Item(i));
    }
    cart.notes.put("coupon", "AUTUMN-26");
    cart.notes.put("points", 250);
    cart.notes.put("newsletter", true);
    return cart;
  }
}
