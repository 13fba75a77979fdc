// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

import java.time.Duration;

/**
 * The settings of one process of the cluster, shared by its web applications. Immutable; every
 * constructor argument is checked.
 *
 * @param cluster name of the cluster, 1 to 64 characters; nodes of other clusters are refused
 * @param memberName name of this node, also its sticky route; must be unique in the cluster
 * @param bindHost address to listen on; one that is not loopback needs a key store
 * @param security the programs that may talk to the port, and their way to do so
 * @param tls the keys, with which peers prove that they are members
 * @param replicationPort without effect: replication shares {@code membershipPort}
 * @param membershipPort TCP port for group membership and replication; with local discovery the
 *     first of ten
 * @param discovery how to find the others: {@code local}, {@code static:host:port,...} or {@code
 *     dns:name}
 * @param secondaries copies besides the primary, 0 to 3; 0 switches replication off
 * @param zone what this node may fail together with, a rack or a data centre: secondaries are
 *     chosen in other zones first; empty if there are none
 * @param applicationVersion of the applications on this node: of members that are equal otherwise,
 *     those of the same version are chosen as secondaries; empty if it does not matter
 * @param partition what the sides of a partition do
 * @param expectedNodes with {@link PartitionPolicy#CONSISTENT}, how many nodes there will be: until
 *     a view has settled, only the majority of them serves; 3 to 1000; else 0 to 1000 and of no
 *     meaning
 * @param servingLease whether a takeover from a node that does not answer waits, some 270 ms, until
 *     that can answer no read any more; needs {@link PartitionPolicy#CONSISTENT}
 * @param ackTimeout longest wait of a response for its acknowledgements, 1 ms to 30 s; past it the
 *     response is served degraded, or, after four times that, refused by {@link
 *     PartitionPolicy#CONSISTENT}
 * @param silenceTimeout how long an unanswering member is waited for before a session is taken over
 *     without it, 10 ms to 10 s
 * @param acquireTimeout longest wait of a request for its session, at least twice the silence
 *     timeout; past it the answer is 503
 * @param maxWaitingRequests how many requests may wait for their sessions at once for longer than
 *     the silence timeout and 100 ms, 1 to 1,000,000; one more is answered with 503 then, so that a
 *     node that does not answer cannot hold all threads of this one
 * @param handOverTimeout longest wait of a hand-over for requests still running, 0 to 60 s
 * @param joinTimeout how long existing members are looked for at start, 100 ms to 60 s
 * @param drainTimeout longest time that a node which is stopped waits for the others to take its
 *     sessions and copies, 0 to 10 min; it leaves as soon as they have. 0 leaves all to be taken
 *     over as after a crash
 * @param statusAddress {@code host:port} at which the node reports its status over HTTP; empty for
 *     nowhere. One that is not loopback needs {@code statusToken}
 * @param statusToken bearer token without which the status is not reported, 16 to 1024 visible
 *     ASCII characters; or empty for none
 * @param sessionIdSecret the same on all nodes: ids carry a check made with it, so that this node
 *     refuses invented ones without asking other nodes; 16 to 1024 characters, or empty for no
 *     check
 * @param acceptedSessionIdSecret ids that were made with this secret are accepted as well, so that
 *     {@code sessionIdSecret} can be changed node by node; 16 to 1024 characters, {@link
 *     #UNCHECKED} to accept ids without a check, or empty for no further ids
 * @param maxFrameBytes largest frame accepted or sent, 64 KiB to 256 MiB; a session must fit
 * @param maxQueuedBytes most bytes waiting for one peer, at least {@code maxFrameBytes}
 * @param maxHeldBytes most bytes of copies held for other nodes, at least {@code maxFrameBytes}; 0
 *     for a quarter of the largest heap, {@link #UNBOUNDED} for any number
 */
public record NodeConfig(
    String cluster,
    String memberName,
    String bindHost,
    Security security,
    TlsConfig tls,
    int replicationPort,
    int membershipPort,
    String discovery,
    int secondaries,
    String zone,
    String applicationVersion,
    PartitionPolicy partition,
    int expectedNodes,
    boolean servingLease,
    Duration ackTimeout,
    Duration silenceTimeout,
    Duration acquireTimeout,
    int maxWaitingRequests,
    Duration handOverTimeout,
    Duration joinTimeout,
    Duration drainTimeout,
    String statusAddress,
    Secret statusToken,
    Secret sessionIdSecret,
    Secret acceptedSessionIdSecret,
    int maxFrameBytes,
    long maxQueuedBytes,
    long maxHeldBytes) {

  public static final int DEFAULT_MEMBERSHIP_PORT = 7800;

  /** A {@code maxHeldBytes} that bounds nothing. */
  public static final long UNBOUNDED = -1;

  /** An {@code acceptedSessionIdSecret} that accepts ids without a check. */
  public static final String UNCHECKED = "none";

  /** A time somewhat longer than a takeover waits with a serving lease. */
  private static final Duration LEASE = Duration.ofMillis(300);

  public NodeConfig {
    Checks.name("cluster", cluster);
    Checks.name("memberName", memberName);
    Checks.notBlank("bindHost", bindHost);
    if ((security == Security.TLS || security == Security.MIGRATE) && !tls.isSet()) {
      throw new IllegalArgumentException("security is " + security + ", which needs keyStore");
    }
    Checks.range("replicationPort", replicationPort, 0, 65_535);
    Checks.range("membershipPort", membershipPort, 1, 65_535);
    Checks.notBlank("discovery", discovery);
    Checks.range("secondaries", secondaries, 0, 3);
    Checks.label("zone", zone);
    Checks.label("applicationVersion", applicationVersion);
    boolean consistent = partition == PartitionPolicy.CONSISTENT;
    Checks.range(
        consistent
            ? "expectedNodes of a CONSISTENT cluster (of two nodes, neither is a majority)"
            : "expectedNodes",
        expectedNodes,
        consistent ? 3 : 0,
        1000);
    if (servingLease && !consistent) {
      throw new IllegalArgumentException(
          "servingLease is true, which needs partition to be CONSISTENT: with AVAILABLE, a node"
              + " that is cut off serves without asking other members");
    }
    Checks.range("ackTimeout", ackTimeout, Duration.ofMillis(1), Duration.ofSeconds(30));
    Checks.range("silenceTimeout", silenceTimeout, Duration.ofMillis(10), Duration.ofSeconds(10));
    Checks.range(
        "acquireTimeout", acquireTimeout, silenceTimeout.multipliedBy(2), Duration.ofSeconds(60));
    if (servingLease && acquireTimeout.compareTo(silenceTimeout.multipliedBy(2).plus(LEASE)) < 0) {
      throw new IllegalArgumentException(
          "acquireTimeout is "
              + acquireTimeout.toMillis()
              + " ms, but with servingLease it must be at least twice silenceTimeout and "
              + LEASE.toMillis()
              + " ms more, or no takeover could end in time");
    }
    Checks.range("maxWaitingRequests", maxWaitingRequests, 1, 1_000_000);
    Checks.range("handOverTimeout", handOverTimeout, Duration.ZERO, Duration.ofSeconds(60));
    Checks.range("joinTimeout", joinTimeout, Duration.ofMillis(100), Duration.ofSeconds(60));
    Checks.range("drainTimeout", drainTimeout, Duration.ZERO, Duration.ofMinutes(10));
    Checks.hostAndPort("statusAddress", statusAddress);
    Checks.token("statusToken", statusToken, 16);
    Checks.secret("sessionIdSecret", sessionIdSecret, 16);
    checkAccepted(acceptedSessionIdSecret, sessionIdSecret);
    Checks.range("maxFrameBytes", maxFrameBytes, 64 << 10, 256 << 20);
    Checks.range("maxQueuedBytes", maxQueuedBytes, maxFrameBytes, Long.MAX_VALUE);
    if (maxHeldBytes != 0 && maxHeldBytes != UNBOUNDED) {
      Checks.range(
          "maxHeldBytes (0 for a quarter of the heap, -1 for no bound)",
          maxHeldBytes,
          maxFrameBytes,
          Long.MAX_VALUE);
    }
  }

  /**
   * Refuses a value that accepts nothing more, a mistake that would log users out one step later.
   */
  private static void checkAccepted(Secret accepted, Secret own) {
    if (accepted.text().equals(UNCHECKED)) {
      if (!own.isSet()) {
        throw new IllegalArgumentException(
            "acceptedSessionIdSecret is \"none\", which needs sessionIdSecret: without it, this"
                + " node checks no ids anyway. Set sessionIdSecret, or leave both empty");
      }
      return;
    }
    Checks.secret("acceptedSessionIdSecret, unless it is \"none\",", accepted, 16);
    if (accepted.isSet() && accepted.equals(own)) {
      throw new IllegalArgumentException(
          "acceptedSessionIdSecret equals sessionIdSecret, so this node accepts no further ids. Set"
              + " it to the former or to the next secret, to \"none\" to accept ids without a"
              + " check, or leave it empty");
    }
  }

  /** Returns a builder with the defaults; only the member's name has none. */
  public static NodeConfigBuilder builder(String memberName) {
    return new NodeConfigBuilder(memberName);
  }
}
