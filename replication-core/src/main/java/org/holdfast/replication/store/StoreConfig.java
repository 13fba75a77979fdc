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
