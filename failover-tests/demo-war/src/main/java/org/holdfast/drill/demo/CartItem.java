/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
