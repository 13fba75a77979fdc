// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import org.jspecify.annotations.Nullable;

/**
 * Inside the codecs, never out of them: an object in the graph cannot be replicated. Turned into a
 * message with the path by the codec.
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
