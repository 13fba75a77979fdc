// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

/**
 * A point of the contract that an integration cannot hold. Its tests are reported as skipped, and
 * the document of the integration has to list it.
 *
 * @param point {@code Topic.test} or {@code Topic} alone, for instance {@code Responses.isWhole}:
 *     names of a nested class of {@link HttpSessionContract} and of a method in it
 * @param reason why it cannot be held, in a sentence for users
 */
public record Exemption(String point, String reason) {
  public Exemption {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("exemption of " + point + " must have a reason, had none");
    }
  }

  boolean covers(String topic, String test) {
    return point.equals(topic) || point.equals(topic + "." + test);
  }
}
