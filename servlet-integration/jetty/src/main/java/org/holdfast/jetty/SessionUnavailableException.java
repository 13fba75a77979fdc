// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

/**
 * An exception for a session that may exist, but cannot be had now. The response is 503, whatever
 * becomes of the exception.
 */
final class SessionUnavailableException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  SessionUnavailableException(String reason) {
    super(reason);
  }
}
