// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

/**
 * A process that says that it will create a network, creates it with one namespace, names it and
 * then waits for the end that {@link NamespaceNetworkIT} brings.
 */
final class NamespaceParent {
  static final String CREATES = "creates a network";

  private NamespaceParent() {}

  public static void main(String[] arguments) throws Exception {
    System.out.println(CREATES);
    NamespaceNetwork network = NamespaceNetwork.create();
    network.renew("node-1", 0);
    System.out.println(network.name());
    while (System.in.read() >= 0) {
      // waits for the end that the test brings
    }
  }
}
