// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport;

/**
 * The transport cannot do what it was set up for. The message says what, at which address, why, and
 * what to do.
 */
public final class TransportException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TransportException(String message, Throwable cause) {
    super(message, cause);
  }
}
