// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.cdi;

import jakarta.enterprise.context.SessionScoped;
import jakarta.inject.Inject;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** A bean of the session that does not know the session; each call changes it. */
@SessionScoped
@Counted
public class Cart implements Serializable {
  private static final long serialVersionUID = 1L;

  private final List<String> items = new ArrayList<>();

  @Inject private Prices prices;
  @Inject private Wrapping wrapping;

  public String add(String item) {
    items.add(item);
    return items();
  }

  public String items() {
    return items + " for " + prices.of(items.size()) + " in " + wrapping.next();
  }
}
