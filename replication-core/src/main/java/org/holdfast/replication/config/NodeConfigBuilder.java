// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Collects the settings of a node; {@link #build} checks them. Not thread-safe. */
public final class NodeConfigBuilder {
  private final String memberName;
  private String cluster = "holdfast";
  private String bindHost = "127.0.0.1";
  private @Nullable Security security;
  private TlsConfig tls = TlsConfig.NONE;
  private int replicationPort;
  private int membershipPort = NodeConfig.DEFAULT_MEMBERSHIP_PORT;
  private String discovery = "local";
  private int secondaries = 1;
  private String zone = "";
  private String applicationVersion = "";
  private PartitionPolicy partition = PartitionPolicy.AVAILABLE;
  private int expectedNodes;
  private boolean servingLease;
  private Duration ackTimeout = Duration.ofMillis(250);
  private Duration silenceTimeout = Duration.ofMillis(300);
  private Duration acquireTimeout = Duration.ofSeconds(3);
  private int maxWaitingRequests = 150;
  private Duration handOverTimeout = Duration.ofSeconds(2);
  private Duration joinTimeout = Duration.ofSeconds(2);
  private Duration drainTimeout = Duration.ofSeconds(30);
  private String statusAddress = "";
  private Secret statusToken = Secret.NONE;
  private Secret sessionIdSecret = Secret.NONE;
  private Secret acceptedSessionIdSecret = Secret.NONE;
  private int maxFrameBytes = 16 << 20;
  private long maxQueuedBytes = 64L << 20;
  private long maxHeldBytes;

  NodeConfigBuilder(String memberName) {
    this.memberName = memberName;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder cluster(String value) {
    cluster = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder bindHost(String value) {
    bindHost = value;
    return this;
  }

  /**
   * Sets the security; by default it is {@link Security#TLS} with a key store, else loopback only.
   */
  @CanIgnoreReturnValue
  public NodeConfigBuilder security(Security value) {
    security = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder tls(TlsConfig value) {
    tls = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder replicationPort(int value) {
    replicationPort = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder membershipPort(int value) {
    membershipPort = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder discovery(String value) {
    discovery = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder secondaries(int value) {
    secondaries = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder zone(String value) {
    zone = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder applicationVersion(String value) {
    applicationVersion = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder partition(PartitionPolicy value) {
    partition = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder expectedNodes(int value) {
    expectedNodes = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder servingLease(boolean value) {
    servingLease = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder ackTimeout(Duration value) {
    ackTimeout = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder silenceTimeout(Duration value) {
    silenceTimeout = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder acquireTimeout(Duration value) {
    acquireTimeout = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder maxWaitingRequests(int value) {
    maxWaitingRequests = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder handOverTimeout(Duration value) {
    handOverTimeout = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder joinTimeout(Duration value) {
    joinTimeout = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder drainTimeout(Duration value) {
    drainTimeout = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder sessionIdSecret(String value) {
    sessionIdSecret = new Secret(value);
    return this;
  }

  /**
   * @param value a secret, {@link NodeConfig#UNCHECKED}, or empty
   */
  @CanIgnoreReturnValue
  public NodeConfigBuilder acceptedSessionIdSecret(String value) {
    acceptedSessionIdSecret = new Secret(value);
    return this;
  }

  /**
   * @param value {@code host:port}, with brackets around an address of IPv6
   */
  @CanIgnoreReturnValue
  public NodeConfigBuilder statusAddress(String value) {
    statusAddress = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder statusToken(String value) {
    statusToken = new Secret(value);
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder maxFrameBytes(int value) {
    maxFrameBytes = value;
    return this;
  }

  @CanIgnoreReturnValue
  public NodeConfigBuilder maxQueuedBytes(long value) {
    maxQueuedBytes = value;
    return this;
  }

  /**
   * @param value 0 for a quarter of the largest heap, {@link NodeConfig#UNBOUNDED} for any number
   */
  @CanIgnoreReturnValue
  public NodeConfigBuilder maxHeldBytes(long value) {
    maxHeldBytes = value;
    return this;
  }

  /**
   * @throws IllegalArgumentException if a value is out of its range, naming the setting, the value
   *     and the range
   */
  public NodeConfig build() {
    Security byDefault = tls.isSet() ? Security.TLS : Security.LOOPBACK;
    return new NodeConfig(
        cluster,
        memberName,
        bindHost,
        security == null ? byDefault : security,
        tls,
        replicationPort,
        membershipPort,
        discovery,
        secondaries,
        zone,
        applicationVersion,
        partition,
        expectedNodes,
        servingLease,
        ackTimeout,
        silenceTimeout,
        acquireTimeout,
        maxWaitingRequests,
        handOverTimeout,
        joinTimeout,
        drainTimeout,
        statusAddress,
        statusToken,
        sessionIdSecret,
        acceptedSessionIdSecret,
        maxFrameBytes,
        maxQueuedBytes,
        maxHeldBytes);
  }
}
