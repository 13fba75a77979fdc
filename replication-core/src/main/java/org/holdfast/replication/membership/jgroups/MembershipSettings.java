// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import java.util.regex.Pattern;
import org.holdfast.replication.membership.Member;

/**
 * The settings that a member needs to find its cluster.
 *
 * @param cluster name of the cluster, 1 to 64 characters of {@code [A-Za-z0-9._-]}; members of
 *     other clusters are never seen, even where ports or hosts are shared
 * @param bindHost name or address of this machine on which to listen and from which to connect; the
 *     other members must be able to reach it, so not a wildcard
 * @param bindPort TCP port to listen on, 1 to 65535; under {@link Discovery.Local} the first of ten
 * @param discovery how to find the others
 * @param self the own member, with the address on which it accepts replication, as the other
 *     members will see it
 * @param failureDetection how long silence lasts before a member is given up
 */
public record MembershipSettings(
    String cluster,
    String bindHost,
    int bindPort,
    Discovery discovery,
    Member self,
    FailureDetection failureDetection) {
  private static final Pattern CLUSTER = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  public MembershipSettings {
    if (!CLUSTER.matcher(cluster).matches()) {
      throw new IllegalArgumentException(
          "cluster name must be 1 to 64 characters of [A-Za-z0-9._-], was \"" + cluster + "\"");
    }
    Discovery.HostPort.requireHost(bindHost, "bindHost");
    Discovery.HostPort.requirePort(bindPort, "bindPort");
    Discovery.HostPort.requireHost(self.host(), "replication host of member " + self.name());
    if (discovery instanceof Discovery.Local && bindPort > 65_536 - Discovery.LOCAL_PORTS) {
      throw new IllegalArgumentException(
          "bindPort must be at most "
              + (65_536 - Discovery.LOCAL_PORTS)
              + " for local discovery, which uses "
              + Discovery.LOCAL_PORTS
              + " ports, was "
              + bindPort);
    }
  }

  /** Creates settings with {@link FailureDetection#defaults()}. */
  public static MembershipSettings of(
      String cluster, String bindHost, int bindPort, Discovery discovery, Member self) {
    return new MembershipSettings(
        cluster, bindHost, bindPort, discovery, self, FailureDetection.defaults());
  }

  public MembershipSettings withFailureDetection(FailureDetection changed) {
    return new MembershipSettings(cluster, bindHost, bindPort, discovery, self, changed);
  }
}
