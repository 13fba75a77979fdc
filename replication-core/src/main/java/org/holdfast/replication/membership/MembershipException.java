// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership;

/** The cluster could not be joined. The message says which cluster, which address and why. */
public final class MembershipException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MembershipException(String message) {
    super(message);
  }

  public MembershipException(String message, Throwable cause) {
    super(message, cause);
  }
}
