// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.fault;

/** A fault could not be inflicted or healed; the message says on which node, and why. */
public final class FaultException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public FaultException(String message) {
    super(message);
  }

  public FaultException(String message, Throwable cause) {
    super(message, cause);
  }
}
