// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

import java.io.IOException;
import org.junit.jupiter.api.Assumptions;

/** The network namespaces of this machine, if this process may create any. */
final class Namespaces {
  private Namespaces() {}

  /**
   * Skips the test loudly where it may not: a test that did not run must not look like one that
   * passed.
   */
  static void assume() {
    String reason = NamespaceNetwork.lacks().orElseGet(Namespaces::whatFails);
    if (!reason.isEmpty()) {
      System.err.println("network namespaces not tested: " + reason);
      Assumptions.abort("network namespaces not tested: " + reason);
    }
  }

  private static String whatFails() {
    try {
      NamespaceNetwork.create().close();
      return "";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
