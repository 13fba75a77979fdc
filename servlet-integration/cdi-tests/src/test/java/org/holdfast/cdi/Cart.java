// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.cdi;

import jakarta.enterprise.context.SessionScoped;
import jakarta.inject.Inject;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Lives in the session, knows nothing of it, and is changed by being called. */
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
