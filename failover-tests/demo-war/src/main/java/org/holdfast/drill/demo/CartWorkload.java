// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpSession;

/**
 * One attribute of about 4 KB that each request reads and changes in place, without telling the
 * container: as many applications do. Only a container that looks at what was read notices the
 * change.
 */
final class CartWorkload implements Workload {
  static final String ATTRIBUTE = "cart";

  @Override
  public int step(HttpSession session) throws TornSessionException {
    if (!(session.getAttribute(ATTRIBUTE) instanceof Cart cart)) {
      Cart first = new Cart();
      int count = first.addOne();
      session.setAttribute(ATTRIBUTE, first);
      return count;
    }
    return cart.addOne();
  }

  @Override
  public int count(HttpSession session) {
    return session.getAttribute(ATTRIBUTE) instanceof Cart cart ? cart.count() : 0;
  }
}
