/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
