// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

import java.time.Duration;

/**
 * The settings of one web application.
 *
 * @param name tells the applications of one cluster apart, the same on every node; the context
 *     path, for instance
 * @param classLoader loads the classes of its attributes
 * @param scope how much of a session travels
 * @param detection how changes are noticed
 * @param ackMode when a response may leave
 * @param asyncLag with {@link AckMode#ASYNC}, how long an update may go unacknowledged before
 *     responses of its session wait as with {@code SYNC}, 0 to 60 s
 * @param degraded what becomes of a response whose session cannot be protected
 * @param degradedWait longest wait of {@link DegradedPolicy#WAIT}, if longer than the ack timeout;
 *     0 to 60 s
 * @param patchFromBytes the encoded size from which an attribute is compared with the bytes of the
 *     secondaries, so that only the differing bytes travel; 256 bytes to 1 GiB, or 0 for never
 * @param serialization which classes its attributes may have, and how large each may be
 */
public record ApplicationConfig(
    String name,
    ClassLoader classLoader,
    ReplicationScope scope,
    ChangeDetection detection,
    AckMode ackMode,
    Duration asyncLag,
    DegradedPolicy degraded,
    Duration degradedWait,
    int patchFromBytes,
    SerializationConfig serialization) {

  private static final Duration DEFAULT_ASYNC_LAG = Duration.ofSeconds(1);
  private static final Duration DEFAULT_DEGRADED_WAIT = Duration.ofSeconds(5);
  private static final int DEFAULT_PATCH_FROM_BYTES = 8 << 10;

  public ApplicationConfig {
    if (name.length() > 256) {
      throw new IllegalArgumentException(
          "application name must have at most 256 characters, had " + name.length());
    }
    Checks.range("asyncLag", asyncLag, Duration.ZERO, Duration.ofSeconds(60));
    Checks.range("degradedWait", degradedWait, Duration.ZERO, Duration.ofSeconds(60));
    if (patchFromBytes != 0) {
      Checks.range("patchFromBytes", patchFromBytes, 256, 1 << 30);
    }
  }

  /** Returns the same settings for another application. */
  public ApplicationConfig withName(String other) {
    return new ApplicationConfig(
        other,
        classLoader,
        scope,
        detection,
        ackMode,
        asyncLag,
        degraded,
        degradedWait,
        patchFromBytes,
        serialization);
  }

  /** Returns the same settings with another policy for sessions that cannot be protected. */
  public ApplicationConfig withDegraded(DegradedPolicy policy, Duration wait) {
    return new ApplicationConfig(
        name,
        classLoader,
        scope,
        detection,
        ackMode,
        asyncLag,
        policy,
        wait,
        patchFromBytes,
        serialization);
  }

  /** Returns the same settings with other settings of serialization. */
  public ApplicationConfig withSerialization(SerializationConfig settings) {
    return new ApplicationConfig(
        name,
        classLoader,
        scope,
        detection,
        ackMode,
        asyncLag,
        degraded,
        degradedWait,
        patchFromBytes,
        settings);
  }

  /**
   * Returns the same settings with another size from which on attributes are compared; 0 for never.
   */
  public ApplicationConfig withPatchFromBytes(int bytes) {
    return new ApplicationConfig(
        name,
        classLoader,
        scope,
        detection,
        ackMode,
        asyncLag,
        degraded,
        degradedWait,
        bytes,
        serialization);
  }

  /**
   * Returns the defaults: changed attributes only, noticed also when merely read and mutated,
   * acknowledged before the response.
   */
  public static ApplicationConfig of(String name, ClassLoader classLoader) {
    return new ApplicationConfig(
        name,
        classLoader,
        ReplicationScope.MODIFIED_ATTRIBUTE,
        ChangeDetection.ON_GET,
        AckMode.SYNC,
        DEFAULT_ASYNC_LAG,
        DegradedPolicy.CONTINUE,
        DEFAULT_DEGRADED_WAIT,
        DEFAULT_PATCH_FROM_BYTES,
        SerializationConfig.DEFAULT);
  }
}
