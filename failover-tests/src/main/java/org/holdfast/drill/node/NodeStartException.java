// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

/** A node cannot serve. The message says which address or resource is in the way. */
public final class NodeStartException extends Exception {
  private static final long serialVersionUID = 1L;

  public NodeStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
