// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.catalina.session.ManagerBase;
import org.holdfast.servlet.settings.Settings;
import org.holdfast.servlet.settings.SettingsReader;
import org.holdfast.servlet.settings.SettingsSource;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of the {@code Manager} element. {@link
 * org.holdfast.replication.config.NodeConfig}, {@link
 * org.holdfast.replication.config.ApplicationConfig} and {@link
 * org.holdfast.replication.config.SerializationConfig} describe their meanings and values. All are
 * text here, and are checked when the web application starts.
 */
public abstract class HoldfastManagerAttributes extends ManagerBase {
  /*
   * Kept as text until the start, because Tomcat only logs a warning when a setter refuses its value, and continues
   * with the default.
   */
  private final Map<String, String> written = new ConcurrentHashMap<>();

  private @Nullable Settings given;

  /**
   * Takes {@code settings} instead of the attributes and of the settings of the process. Meant for
   * frameworks that have places and an order of their own. To be called before the start.
   */
  public void useSettings(Settings settings) {
    given = settings;
  }

  /** Sets an attribute. The start rejects a name that no attribute has. */
  void set(String attribute, String value) {
    written.put(attribute, value);
  }

  /**
   * Sets an attribute that has no setter. Tomcat calls this for each one, and would only log a
   * warning otherwise.
   *
   * @return true: the value is kept, and the start fails unless it is a setting
   */
  public boolean setProperty(String attribute, String value) {
    if (!attribute.equals("className")) {
      set(attribute, value);
    }
    return true;
  }

  /**
   * Returns the settings of the process, then of the attributes, then of the application; or the
   * settings that were {@linkplain #useSettings given} instead.
   *
   * @throws IllegalArgumentException naming the setting that is unknown or set twice
   */
  Settings settings(SettingsSource ofTheApplication) {
    Settings instead = given;
    if (instead != null) {
      return instead;
    }
    return SettingsReader.ofProcess()
        .relativeTo(System.getProperty("catalina.base"))
        .then(SettingsSource.own("attribute", written.keySet(), written::get))
        .then(ofTheApplication)
        .read();
  }

  public void setCluster(String name) {
    set("cluster", name);
  }

  /** Sets the name of this node, by default the {@code jvmRoute} of the engine. */
  public void setMemberName(String name) {
    set("memberName", name);
  }

  public void setBindHost(String host) {
    set("bindHost", host);
  }

  /** Sets the security mode: {@code loopback}, {@code tls}, {@code migrate} or {@code none}. */
  public void setSecurity(String mode) {
    set("security", mode);
  }

  /**
   * Sets the key store. A relative name counts from {@code catalina.base}, as for all other files.
   */
  public void setKeyStore(String file) {
    set("keyStore", file);
  }

  /*
   * Secrets have setters only: JMX shows each attribute of a manager that has a getter.
   */

  public void setKeyStorePassword(String password) {
    set("keyStorePassword", password);
  }

  public void setKeyStorePasswordFile(String file) {
    set("keyStorePasswordFile", file);
  }

  public void setTrustStore(String file) {
    set("trustStore", file);
  }

  public void setTrustStorePassword(String password) {
    set("trustStorePassword", password);
  }

  public void setTrustStorePasswordFile(String file) {
    set("trustStorePasswordFile", file);
  }

  /** Sets a regular expression: a certificate with such a name may speak for any member. */
  public void setPeerNames(String pattern) {
    set("peerNames", pattern);
  }

  public void setReplicationPort(String port) {
    set("replicationPort", port);
  }

  public void setMembershipPort(String port) {
    set("membershipPort", port);
  }

  public void setDiscovery(String discovery) {
    set("discovery", discovery);
  }

  public void setZone(String zone) {
    set("zone", zone);
  }

  public void setApplicationVersion(String version) {
    set("applicationVersion", version);
  }

  public void setPartition(String policy) {
    set("partition", policy);
  }

  public void setExpectedNodes(String nodes) {
    set("expectedNodes", nodes);
  }

  public void setServingLease(String lease) {
    set("servingLease", lease);
  }

  public void setSecondaries(String count) {
    set("secondaries", count);
  }

  public void setStatusAddress(String address) {
    set("statusAddress", address);
  }

  public void setStatusToken(String token) {
    set("statusToken", token);
  }

  public void setStatusTokenFile(String file) {
    set("statusTokenFile", file);
  }

  public void setSessionIdSecret(String secret) {
    set("sessionIdSecret", secret);
  }

  public void setSessionIdSecretFile(String file) {
    set("sessionIdSecretFile", file);
  }

  /** Sets a secret whose ids are accepted as well, or {@code none} for ids without a check. */
  public void setAcceptedSessionIdSecret(String secret) {
    set("acceptedSessionIdSecret", secret);
  }

  public void setAcceptedSessionIdSecretFile(String file) {
    set("acceptedSessionIdSecretFile", file);
  }

  /** Sets the policy for unprotected responses: {@code continue}, {@code fail} or {@code wait}. */
  public void setDegraded(String policy) {
    set("degraded", policy);
  }

  public void setDegradedWaitMillis(String millis) {
    set("degradedWaitMillis", millis);
  }

  /** Sets the acknowledgement mode: {@code sync} or {@code async}. */
  public void setAckMode(String mode) {
    set("ackMode", mode);
  }

  public void setAsyncLagMillis(String millis) {
    set("asyncLagMillis", millis);
  }

  /**
   * Sets the part that is sent: {@code session}, {@code modified-session} or {@code
   * modified-attribute}.
   */
  public void setScope(String scope) {
    set("scope", scope);
  }

  /** Sets the detection of changes: {@code on-set}, {@code on-get} or {@code all}. */
  public void setDetection(String detection) {
    set("detection", detection);
  }

  /** Sets the size from which on only the differences inside an attribute are sent; 0 for never. */
  public void setPatchFromBytes(String bytes) {
    set("patchFromBytes", bytes);
  }

  /** Sets patterns in the syntax of {@link java.io.ObjectInputFilter.Config#createFilter}. */
  public void setAllowedClasses(String patterns) {
    set("allowedClasses", patterns);
  }

  /** Sets the renamed classes, as {@code wire.Name=local.Name;...}. */
  public void setClassAliases(String aliases) {
    set("classAliases", aliases);
  }

  /** Sets the policy for unreadable attributes: {@code drop-attribute} or {@code invalidate}. */
  public void setUnreadable(String policy) {
    set("unreadable", policy);
  }

  public void setMaxAttributeBytes(String bytes) {
    set("maxAttributeBytes", bytes);
  }

  public void setMaxDepth(String levels) {
    set("maxDepth", levels);
  }

  public void setMaxObjects(String count) {
    set("maxObjects", count);
  }

  public void setMaxElements(String count) {
    set("maxElements", count);
  }

  public void setMaxDecodeMillis(String millis) {
    set("maxDecodeMillis", millis);
  }

  public void setVerify(String mode) {
    set("verify", mode);
  }

  public void setCodec(String codec) {
    set("codec", codec);
  }

  public void setAckTimeoutMillis(String millis) {
    set("ackTimeoutMillis", millis);
  }

  public void setSilenceTimeoutMillis(String millis) {
    set("silenceTimeoutMillis", millis);
  }

  public void setAcquireTimeoutMillis(String millis) {
    set("acquireTimeoutMillis", millis);
  }

  public void setMaxWaitingRequests(String requests) {
    set("maxWaitingRequests", requests);
  }

  public void setHandOverTimeoutMillis(String millis) {
    set("handOverTimeoutMillis", millis);
  }

  public void setJoinTimeoutMillis(String millis) {
    set("joinTimeoutMillis", millis);
  }

  public void setDrainTimeoutMillis(String millis) {
    set("drainTimeoutMillis", millis);
  }

  public void setMaxFrameBytes(String bytes) {
    set("maxFrameBytes", bytes);
  }

  public void setMaxQueuedBytes(String bytes) {
    set("maxQueuedBytes", bytes);
  }

  public void setMaxHeldBytes(String bytes) {
    set("maxHeldBytes", bytes);
  }

  /** Sets the web application's name in the cluster, by default host name and context path. */
  public void setApplication(String name) {
    set("application", name);
  }

  /**
   * Sets whether responses tell in {@code X-Holdfast-Protected} whether their session was
   * protected, and in {@code X-Holdfast-State} its epoch and version. Meant for drills.
   */
  public void setExposeProtection(String expose) {
    set("exposeProtection", expose);
  }
}
