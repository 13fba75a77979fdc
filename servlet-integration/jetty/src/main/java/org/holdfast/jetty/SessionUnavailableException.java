// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

/**
 * An exception for a session that this node cannot create or change now, because its context has
 * stopped or another node has taken the session over.
 */
final class SessionUnavailableException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  SessionUnavailableException(String reason) {
    super(reason);
  }
}
