// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.holdfast.replication.config.ApplicationConfig;

/**
 * The settings of one store.
 *
 * @param application the settings that a web application has, too. Its name tells the store from
 *     all web applications and other stores of the cluster, and is the same on every node
 * @param expiry the time after which an entry ends that no caller reads or writes; zero or negative
 *     if it never expires
 */
public record StoreConfig(ApplicationConfig application, Duration expiry) {
  private static final String PREFIX = "store:";
  private static final Duration DEFAULT_EXPIRY = Duration.ofMinutes(30);

  public StoreConfig {
    Objects.requireNonNull(application, "a store needs settings");
    Objects.requireNonNull(expiry, "expiry must not be null; zero is for ever");
  }

  /**
   * Returns the defaults: a write returns once it is acknowledged, and entries unused for 30
   * minutes expire.
   *
   * @param name the name of the store; a prefix keeps it apart from the names of web applications
   * @param classLoader the loader of the classes of attributes; of no use to a store of bytes
   */
  public static StoreConfig of(String name, ClassLoader classLoader) {
    return new StoreConfig(ApplicationConfig.of(PREFIX + name, classLoader), DEFAULT_EXPIRY);
  }

  public StoreConfig withExpiry(Duration unused) {
    return new StoreConfig(application, unused);
  }

  /** Returns the same settings with other ones of serialization, acknowledgement and so on. */
  public StoreConfig with(UnaryOperator<ApplicationConfig> change) {
    return new StoreConfig(change.apply(application), expiry);
  }
}
