// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

/** The way in which a changed attribute is noticed. */
public enum ChangeDetection {
  /**
   * Detection by {@code setAttribute} and {@code removeAttribute} alone. The cheapest; relies on
   * the application.
   */
  ON_SET,
  /**
   * A mutable attribute that was read is encoded again at the end of the request and travels if its
   * bytes differ. Costs one encoding of the attributes that a request touched; the default.
   */
  ON_GET,
  /**
   * Every mutable attribute that was ever decoded here is compared. For applications that keep
   * references across requests.
   */
  ALL
}
