// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport;

/**
 * A frame that no member of this protocol version would send. The message says what was found,
 * where, and what was allowed.
 */
public final class MalformedFrameException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MalformedFrameException(String message) {
    super(message);
  }
}
