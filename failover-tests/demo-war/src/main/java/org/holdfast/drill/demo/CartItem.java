// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import java.io.Serializable;

/** One line of a {@link Cart}. */
final class CartItem implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String sku;
  private final String description;
  private final long priceCents;
  private int quantity;

  private CartItem(String sku, String description, long priceCents) {
    this.sku = sku;
    this.description = description;
    this.priceCents = priceCents;
  }

  static CartItem numbered(int number) {
    return new CartItem("SKU-" + (1_000_000 + number), Letters.of(number, 86), 1_999L + number);
  }

  int quantity() {
    return quantity;
  }

  void addOne() {
    quantity++;
  }

  @Override
  public String toString() {
    return quantity + " x " + sku + " " + description + " at " + priceCents + " cents";
  }
}
