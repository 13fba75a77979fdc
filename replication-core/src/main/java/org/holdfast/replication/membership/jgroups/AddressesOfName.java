// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jgroups.Address;
import org.jgroups.PhysicalAddress;
import org.jgroups.protocols.dns.DNSResolver;
import org.jgroups.stack.IpAddress;

/** Looks up the name whose addresses are those of members, and keeps the newest answer. */
final class AddressesOfName implements DNSResolver {
  private final int port;

  /** The result of the last successful lookup. JGroups' threads write it, any thread reads it. */
  private volatile List<PhysicalAddress> found = List.of();

  AddressesOfName(int port) {
    this.port = port;
  }

  @Override
  public List<Address> resolveIps(String name, DNSRecordType type) {
    try {
      found =
          Arrays.stream(InetAddress.getAllByName(name))
              .<PhysicalAddress>map(address -> new IpAddress(address, port))
              .toList();
      return List.copyOf(found);
    } catch (UnknownHostException unknown) {
      return List.of(); // it is looked up again and again
    }
  }

  Collection<PhysicalAddress> found() {
    return found;
  }
}
