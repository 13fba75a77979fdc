// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomee;

import jakarta.ejb.Local;
import jakarta.ejb.PostActivate;
import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Knows nothing of replication. */
@Stateful
@Local(Cart.class)
public class CartBean implements Cart, Serializable {
  private static final long serialVersionUID = 1L;

  private final List<String> items = new ArrayList<>();
  private transient boolean activated;

  @PostActivate
  public void activate() {
    activated = true;
  }

  @Override
  public void add(String item) {
    items.add(item);
  }

  @Override
  public List<String> items() {
    List<String> all = new ArrayList<>(items);
    all.add("activated " + activated);
    return all;
  }

  @Remove
  @Override
  public void checkOut() {}
}
