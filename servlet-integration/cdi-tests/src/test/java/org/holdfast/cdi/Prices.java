// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.cdi;

import jakarta.enterprise.context.ApplicationScoped;

/** One on each node; the cart has a reference to it. */
@ApplicationScoped
public class Prices {
  public int of(int items) {
    return 10 * items;
  }
}
