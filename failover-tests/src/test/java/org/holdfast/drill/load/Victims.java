// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.util.BitSet;

/** The nodes that a fault takes away. */
final class Victims {
  private Victims() {}

  static BitSet of(int... nodes) {
    BitSet victims = new BitSet();
    for (int node : nodes) {
      victims.set(node);
    }
    return victims;
  }
}
