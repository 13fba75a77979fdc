// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

/**
 * A cluster did not come up. The message says which node, why, and ends with the last lines of its
 * output.
 */
public final class ClusterStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ClusterStartException(String message) {
    super(message);
  }

  public ClusterStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
