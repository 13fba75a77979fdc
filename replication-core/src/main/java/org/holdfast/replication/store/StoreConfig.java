// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.holdfast.replication.config.ApplicationConfig;

/**
 * Settings of one store.
 *
 * @param application what sessions of a web application are configured with, too: its name tells
 *     the store from all web applications and other stores of the cluster and is the same on every
 *     node
 * @param expiry how long an entry lives that nobody reads or writes; zero or negative if for ever
 */
public record StoreConfig(ApplicationConfig application, Duration expiry) {
  private static final String PREFIX = "store:";
  private static final Duration DEFAULT_EXPIRY = Duration.ofMinutes(30);

  public StoreConfig {
    Objects.requireNonNull(application, "a store needs settings");
    Objects.requireNonNull(expiry, "expiry must not be null; zero is for ever");
  }

  /**
   * The defaults: acknowledged before a write returns, entries unused for 30 minutes expire.
   *
   * @param name no web application can have the same, as the store's gets a prefix
   * @param classLoader loads the classes of attributes; of no use to a store of bytes
   */
  public static StoreConfig of(String name, ClassLoader classLoader) {
    return new StoreConfig(ApplicationConfig.of(PREFIX + name, classLoader), DEFAULT_EXPIRY);
  }

  public StoreConfig withExpiry(Duration unused) {
    return new StoreConfig(application, unused);
  }

  /** The same with other settings of serialization, acknowledgement and so on. */
  public StoreConfig with(UnaryOperator<ApplicationConfig> change) {
    return new StoreConfig(change.apply(application), expiry);
  }
}
