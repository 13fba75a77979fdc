// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** A shopping cart of about 4 KB. Not thread-safe: the lock of its session guards it. */
final class Cart implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int ITEMS = 36;

  private final List<CartItem> items = new ArrayList<>(ITEMS);
  private int count;

  Cart() {
    for (int i = 0; i < ITEMS; i++) {
      items.add(CartItem.numbered(i));
    }
  }

  int count() {
    return count;
  }

  /**
   * Raises the quantity of the item whose turn it is.
   *
   * @return how often this was done
   * @throws TornSessionException if the items do not add up to the count
   */
  int addOne() throws TornSessionException {
    int sum = 0;
    for (CartItem item : items) {
      sum += item.quantity();
    }
    if (sum != count) {
      throw new TornSessionException(
          "cart counts " + count + " changes but its items add up to " + sum);
    }
    items.get(count % ITEMS).addOne();
    return ++count;
  }
}
