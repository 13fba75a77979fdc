// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.PhysicalAddress;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCPPING;
import org.jgroups.util.Responses;
import org.jspecify.annotations.Nullable;

/**
 * The discovery at listed addresses, which does not wait for answers that cannot come. When each of
 * the addresses refused the connection, no member listens there, and this member founds its cluster
 * at once.
 *
 * <p>Two members that start together cannot both found one for that reason: each listens before it
 * asks, so at least one of them finds the other's port open, and waits for an answer. An address
 * that does not answer at all, or a name that is not known yet, is waited for as ever.
 */
final class ListedHosts extends TCPPING {
  /*
   * Threads: JGroups' timer and discovery threads. `refused` and `asked` are of the latest round, which begins with
   * clearing: a refusal of an earlier round that arrives late is one of the same address a moment ago.
   */
  private final Set<Address> refused = ConcurrentHashMap.newKeySet();
  private volatile @Nullable Responses asked;

  /** The flag that is set if the latest round ended since no process listens at any address. */
  private volatile boolean nobodyListens;

  ListedHosts() {
    initial_hosts = ConcurrentHashMap.newKeySet(); // read by any thread, and added to by searches
    setId(ClassConfigurator.getProtocolId(TCPPING.class)); // on the wire it is the same protocol
  }

  @Override
  public void findMembers(List<Address> members, boolean initial, Responses responses) {
    if (initial) {
      refused.clear();
      nobodyListens = false;
      asked = responses;
    }
    super.findMembers(members, initial, responses);
    if (initial) {
      endIfNobodyListens(); // where the only address is our own
    }
  }

  /** Takes note of an address at which no process listens; any thread. */
  void refused(Address address) {
    if (asked != null) {
      refused.add(address);
      endIfNobodyListens();
    }
  }

  private void endIfNobodyListens() {
    Responses waiting = asked;
    Collection<String> unresolved = unresolved_hosts;
    if (waiting == null || !unresolved.isEmpty()) {
      return;
    }
    Object own = down(new Event(Event.GET_PHYSICAL_ADDRESS, local_addr));
    for (PhysicalAddress host : initial_hosts) {
      if (!host.equals(own) && !refused.contains(host)) {
        return;
      }
    }
    asked = null;
    nobodyListens = true;
    waiting.done();
  }

  /** Returns whether nobody listened at {@code address} since the latest search began. */
  boolean hasRefused(Address address) {
    return refused.contains(address);
  }

  /** Returns whether the addresses of all hosts are known. */
  boolean knowsAllAddresses() {
    return unresolved_hosts.isEmpty();
  }

  /** Returns whether the latest search ended because each address but the own one refused. */
  boolean hasEachRefused() {
    return nobodyListens;
  }
}
