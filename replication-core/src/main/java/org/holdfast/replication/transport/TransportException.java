// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport;

/**
 * The exception for a transport that cannot do its work. The message names the work, the address,
 * the reason and the remedy.
 */
public final class TransportException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TransportException(String message, Throwable cause) {
    super(message, cause);
  }
}
