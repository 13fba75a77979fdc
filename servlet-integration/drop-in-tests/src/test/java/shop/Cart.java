// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package shop;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import shop.parts.Item;

/** A class that a web application has in {@code WEB-INF/classes}. */
public final class Cart implements Serializable {
  private static final long serialVersionUID = 1;

  private final ArrayList<Item> items = new ArrayList<>();

  public void add(Item item) {
    items.add(item);
  }

  public List<Item> items() {
    return items;
  }
}
