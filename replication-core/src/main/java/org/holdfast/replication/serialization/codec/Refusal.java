// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import org.jspecify.annotations.Nullable;

/**
 * The exception for an object in the graph that cannot be replicated. It never leaves the codecs,
 * which turn it into a message with the path.
 */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient @Nullable Object culprit;

  /**
   * @param culprit the object to find the path of, compared by identity
   * @param reason continues a sentence that begins with the culprit's class
   */
  public Refusal(@Nullable Object culprit, String reason) {
    super(reason, null, false, false);
    this.culprit = culprit;
  }

  public @Nullable Object culprit() {
    return culprit;
  }

  public String reason() {
    return String.valueOf(getMessage());
  }
}
