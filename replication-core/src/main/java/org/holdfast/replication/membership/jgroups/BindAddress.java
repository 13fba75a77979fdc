// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import org.holdfast.replication.membership.MembershipException;

/** Finds out whether the configured bind host can be bound to, so that the error says why not. */
final class BindAddress {
  private BindAddress() {}

  /**
   * Resolves the bind host; may wait for the name service.
   *
   * @throws MembershipException if it is unknown, a wildcard, or an address of another machine
   */
  static InetAddress of(MembershipSettings settings) {
    String host = settings.bindHost();
    String what = "bindHost " + host + " of cluster " + settings.cluster();
    InetAddress address;
    try {
      address = InetAddress.getByName(host);
    } catch (UnknownHostException unknown) {
      throw new MembershipException(what + " cannot be resolved", unknown);
    }
    if (address.isAnyLocalAddress()) {
      throw new MembershipException(
          what + " is a wildcard; it must be an address that the other members can reach");
    }
    if (!address.isLoopbackAddress() && !isOfThisMachine(address)) {
      throw new MembershipException(what + " is not an address of this machine");
    }
    return address;
  }

  private static boolean isOfThisMachine(InetAddress address) {
    try {
      return NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException unknown) {
      return true; // let binding decide
    }
  }
}
