// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

import java.nio.charset.StandardCharsets;

/**
 * A setting that must stay secret: the text form of this object does not contain its value.
 *
 * @param text as it was given
 */
public record Secret(String text) {
  /** The secret that is not set. */
  public static final Secret NONE = new Secret("");

  /** Returns whether anything was set. */
  public boolean isSet() {
    return !text.isEmpty();
  }

  public byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return isSet() ? "(set)" : "(not set)";
  }
}
