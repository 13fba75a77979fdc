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
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.NAKACK4;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UNICAST4;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.dns.DNS_PING;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.Protocol;

/**
 * The protocols below a channel, as few as views need: no flow control, fragmentation or state
 * transfer, since members send no messages. The shipped {@code tcp.xml} would notice a hang after
 * 40 s, accept frames of any length and open a diagnostics port.
 */
public final class ProtocolStack {
  /**
   * Longest frame accepted; a claim of more closes the connection before anything is allocated.
   * Above the 64,000 bytes up to which JGroups bundles messages, and enough for a view of 1,000
   * members.
   */
  private static final int MAX_FRAME_BYTES = 256 * 1024;

  private static final int CONNECT_TIMEOUT_MILLIS = 1_000;
  private static final int LEAVE_TIMEOUT_MILLIS = 1_000;
  private static final int MERGE_MIN_MILLIS = 1_000;
  private static final int MERGE_MAX_MILLIS = 3_000;

  /** Rounds of discovery within the join timeout: members started together then find each other. */
  private static final int DISCOVERY_RUNS = 3;

  /**
   * JGroups gives up at this attempt, so four are made. With fewer, members started together now
   * and then ended as two clusters, which take another 5 to 10 s to merge.
   */
  private static final int JOIN_ATTEMPTS = 5;

  /**
   * Members started together connect to each other at the same moment; one of the two connections
   * is then closed with what was in it. Asking again soon costs nothing: there is no other traffic.
   */
  private static final int RETRANSMIT_MILLIS = 100;

  /** How long a coordinator holds up the next view for members that do not confirm this one. */
  private static final int VIEW_ACK_MILLIS = 1_000;

  private ProtocolStack() {}

  /**
   * Creates a channel for processes that are no members of a cluster of sessions but have to find
   * and to lose each other as these do, such as those that drive a load together. It carries
   * messages of up to 200,000 bytes, and is not connected yet: nothing listens and no thread runs.
   *
   * @param settings of which the member is not looked at: others see the channel's own name
   * @throws org.holdfast.replication.membership.MembershipException if the bind host is none of
   *     this machine
   */
  public static JChannel open(MembershipSettings settings, Duration joinTimeout) throws Exception {
    return open(settings, BindAddress.of(settings), joinTimeout);
  }

  /** Creates a channel that is not connected yet; nothing listens and no thread runs. */
  static JChannel open(MembershipSettings settings, InetAddress bindAddress, Duration joinTimeout)
      throws Exception {
    FailureDetection detection = settings.failureDetection();
    Protocol discovery = discovery(settings);
    Consumer<Address> onRefusal = refused -> {};
    if (discovery instanceof ListedHosts listed) {
      onRefusal = listed::refused;
    }
    TCP transport = new NonBlockingTcp(onRefusal);
    prepare(transport, settings, bindAddress);
    return new JChannel(
        transport,
        discovery,
        new MERGE3().setMinInterval(MERGE_MIN_MILLIS).setMaxInterval(MERGE_MAX_MILLIS),
        new FD_ALL3()
            .setTimeout(detection.timeout().toMillis())
            .setInterval(detection.interval().toMillis()),
        new VERIFY_SUSPECT2().setTimeout(detection.verifyTimeout().toMillis()),
        new NAKACK4().setXmitInterval(RETRANSMIT_MILLIS),
        new UNICAST4().setXmitInterval(RETRANSMIT_MILLIS),
        new GMS()
            .printLocalAddress(false)
            .setJoinTimeout(joinTimeout.toMillis())
            .setMaxJoinAttempts(JOIN_ATTEMPTS)
            .setViewAckCollectionTimeout(VIEW_ACK_MILLIS)
            .setLeaveTimeout(LEAVE_TIMEOUT_MILLIS));
  }

  private static void prepare(TCP tcp, MembershipSettings settings, InetAddress bindAddress) {
    boolean local = settings.discovery() instanceof Discovery.Local;
    // A killed process closes its sockets: suspect it at once instead of after missed heartbeats.
    tcp.enableSuspectEvents(true)
        .setMaxLength(MAX_FRAME_BYTES)
        .setSockConnTimeout(CONNECT_TIMEOUT_MILLIS);
    tcp.logDetails(false); // one line for a frame that cannot be read, not a stack trace
    tcp.setBindAddress(bindAddress);
    tcp.setBindPort(settings.bindPort());
    tcp.setPortRange(local ? Discovery.LOCAL_PORTS - 1 : 0);
    // Clusters on one machine share the ten ports by design; elsewhere a stranger is worth a
    // warning.
    tcp.setLogDiscardMessages(!local);
  }

  private static Protocol discovery(MembershipSettings settings) {
    if (settings.discovery() instanceof Discovery.DnsName dns) {
      return new DNS_PING()
          .dnsQuery(dns.name())
          .numDiscoveryRuns(DISCOVERY_RUNS)
          .asyncDiscoveryUseSeparateThread(true);
    }
    if (settings.discovery() instanceof Discovery.StaticHosts hosts) {
      return ping(
          hosts.hosts().stream()
              .map(host -> host.host() + "[" + host.port() + "]")
              .collect(Collectors.joining(",")),
          0);
    }
    return ping(settings.bindHost() + "[" + settings.bindPort() + "]", Discovery.LOCAL_PORTS - 1);
  }

  /** Hosts go in as text, so that JGroups itself retries a name that cannot be resolved yet. */
  private static Protocol ping(String initialHosts, int portRange) {
    return new ListedHosts()
        .<TCPPING>setPortRange(portRange)
        .<TCPPING>numDiscoveryRuns(DISCOVERY_RUNS)
        .<TCPPING>asyncDiscoveryUseSeparateThread(true)
        // Where not every member lists all others, those who founded alone learn in a merge from
        // whom they have in common where the rest is.
        .<TCPPING>returnEntireCache(true)
        .setValue("initial_hosts_str", initialHosts);
  }
}
