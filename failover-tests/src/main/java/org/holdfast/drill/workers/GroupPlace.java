// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.MembershipStreams;
import org.holdfast.replication.membership.jgroups.Discovery;
import org.holdfast.replication.membership.jgroups.MembershipSettings;
import org.holdfast.replication.security.PeerSecurity;
import org.holdfast.replication.transport.TransportSettings;
import org.holdfast.replication.transport.grizzly.GrizzlyMembershipStreams;

/**
 * Where processes that drive together meet.
 *
 * @param group its name, 1 to 50 characters of {@code [A-Za-z0-9._-]}: who gives another one is
 *     never seen
 * @param discovery how to find the others
 * @param bindHost address of this machine on which to listen, no wildcard
 * @param bindPort port to listen on; 0 for any that is free
 */
public record GroupPlace(String group, Discovery discovery, String bindHost, int bindPort) {
  static final Duration JOIN_TIMEOUT = Duration.ofSeconds(1);

  public GroupPlace {
    if (bindPort < 0 || bindPort > 65_535) {
      throw new IllegalArgumentException("the port of a group must be 0 to 65535, was " + bindPort);
    }
    if (bindPort == 0 && discovery instanceof Discovery.DnsName) {
      throw new IllegalArgumentException(
          "with dns: all processes of a group must listen on the same port, was given none");
    }
    if (!group.matches("[A-Za-z0-9._-]{1,50}")) {
      throw new IllegalArgumentException(
          "the name of a group must be 1 to 50 characters of [A-Za-z0-9._-], was \"" + group + '"');
    }
  }

  /** What the membership of sessions is set up with, too. */
  MembershipSettings settings() {
    int port = bindPort == 0 ? 1 : bindPort;
    return MembershipSettings.of(
        "load." + group, bindHost, port, discovery, new Member("driver", 1, bindHost, port));
  }

  /**
   * Workers carry load and no sessions: whoever chooses another address opens it to its network.
   */
  private PeerSecurity security() {
    boolean loopback = new InetSocketAddress(bindHost, 0).getAddress().isLoopbackAddress();
    return PeerSecurity.plaintext(loopback ? Security.LOOPBACK : Security.NONE);
  }

  MembershipStreams streams() {
    int ports = discovery instanceof Discovery.Local ? Discovery.LOCAL_PORTS : 1;
    return GrizzlyMembershipStreams.alone(
        TransportSettings.of("load." + group).withBind(bindHost, bindPort), security(), ports);
  }
}
