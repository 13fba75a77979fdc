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

package org.holdfast.tomcat;

import org.apache.catalina.session.ManagerBase;

/**
 * The attributes of the {@code Manager} element; what they mean and may be is said at {@link
 * org.holdfast.replication.config.NodeConfig}, {@link
 * org.holdfast.replication.config.ApplicationConfig} and {@link
 * org.holdfast.replication.config.SerializationConfig}. All are text here, and judged when the web
 * application starts.
 */
public abstract class HoldfastManagerAttributes extends ManagerBase {
  private final ManagerSettings settings = new ManagerSettings();

  ManagerSettings settings() {
    return settings;
  }

  public void setCluster(String name) {
    settings.set("cluster", name);
  }

  /** Name of this node, by default the {@code jvmRoute} of the engine. */
  public void setMemberName(String name) {
    settings.set("memberName", name);
  }

  public void setBindHost(String host) {
    settings.set("bindHost", host);
  }

  public void setReplicationPort(String port) {
    settings.set("replicationPort", port);
  }

  public void setMembershipPort(String port) {
    settings.set("membershipPort", port);
  }

  public void setDiscovery(String discovery) {
    settings.set("discovery", discovery);
  }

  public void setZone(String zone) {
    settings.set("zone", zone);
  }

  public void setApplicationVersion(String version) {
    settings.set("applicationVersion", version);
  }

  public void setPartition(String policy) {
    settings.set("partition", policy);
  }

  public void setExpectedNodes(String nodes) {
    settings.set("expectedNodes", nodes);
  }

  public void setServingLease(String lease) {
    settings.set("servingLease", lease);
  }

  public void setSecondaries(String count) {
    settings.set("secondaries", count);
  }

  public void setSessionIdSecret(String secret) {
    settings.set("sessionIdSecret", secret);
  }

  /** {@code continue}, {@code fail} or {@code wait}. */
  public void setDegraded(String policy) {
    settings.set("degraded", policy);
  }

  public void setDegradedWaitMillis(String millis) {
    settings.set("degradedWaitMillis", millis);
  }

  /** {@code sync} or {@code async}. */
  public void setAckMode(String mode) {
    settings.set("ackMode", mode);
  }

  public void setAsyncLagMillis(String millis) {
    settings.set("asyncLagMillis", millis);
  }

  /** {@code session}, {@code modified-session} or {@code modified-attribute}. */
  public void setScope(String scope) {
    settings.set("scope", scope);
  }

  /** {@code on-set}, {@code on-get} or {@code all}. */
  public void setDetection(String detection) {
    settings.set("detection", detection);
  }

  /** From which size on only what differs inside an attribute travels; 0 for never. */
  public void setPatchFromBytes(String bytes) {
    settings.set("patchFromBytes", bytes);
  }

  /** Patterns in the syntax of {@link java.io.ObjectInputFilter.Config#createFilter}. */
  public void setAllowedClasses(String patterns) {
    settings.set("allowedClasses", patterns);
  }

  /** Renamed classes, {@code wire.Name=local.Name;...}. */
  public void setClassAliases(String aliases) {
    settings.set("classAliases", aliases);
  }

  /** {@code drop-attribute} or {@code invalidate}. */
  public void setUnreadable(String policy) {
    settings.set("unreadable", policy);
  }

  public void setMaxAttributeBytes(String bytes) {
    settings.set("maxAttributeBytes", bytes);
  }

  public void setMaxDepth(String levels) {
    settings.set("maxDepth", levels);
  }

  public void setMaxObjects(String count) {
    settings.set("maxObjects", count);
  }

  public void setMaxElements(String count) {
    settings.set("maxElements", count);
  }

  public void setMaxDecodeMillis(String millis) {
    settings.set("maxDecodeMillis", millis);
  }

  public void setVerify(String mode) {
    settings.set("verify", mode);
  }

  public void setCodec(String codec) {
    settings.set("codec", codec);
  }

  public void setAckTimeoutMillis(String millis) {
    settings.set("ackTimeoutMillis", millis);
  }

  public void setSilenceTimeoutMillis(String millis) {
    settings.set("silenceTimeoutMillis", millis);
  }

  public void setAcquireTimeoutMillis(String millis) {
    settings.set("acquireTimeoutMillis", millis);
  }

  public void setHandOverTimeoutMillis(String millis) {
    settings.set("handOverTimeoutMillis", millis);
  }

  public void setJoinTimeoutMillis(String millis) {
    settings.set("joinTimeoutMillis", millis);
  }

  public void setDrainTimeoutMillis(String millis) {
    settings.set("drainTimeoutMillis", millis);
  }

  public void setMaxFrameBytes(String bytes) {
    settings.set("maxFrameBytes", bytes);
  }

  public void setMaxQueuedBytes(String bytes) {
    settings.set("maxQueuedBytes", bytes);
  }

  /** Name of the web application in the cluster, by default host name and context path. */
  public void setApplication(String name) {
    settings.set("application", name);
  }

  /**
   * {@code true} has responses tell in {@code X-Holdfast-Protected} whether their session was
   * protected, and in {@code X-Holdfast-State} in which epoch and version; for drills.
   */
  public void setExposeProtection(String expose) {
    settings.set("exposeProtection", expose);
  }
}
