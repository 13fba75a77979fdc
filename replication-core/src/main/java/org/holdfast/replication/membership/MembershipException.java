// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership;

/**
 * The exception for a cluster that could not be joined. The message names the cluster, the address
 * and the reason.
 */
public final class MembershipException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MembershipException(String message) {
    super(message);
  }

  public MembershipException(String message, Throwable cause) {
    super(message, cause);
  }
}
