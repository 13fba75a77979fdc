// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

/** A session may exist, but cannot be had now: the response is 503, whatever becomes of this. */
final class SessionUnavailableException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  SessionUnavailableException(String reason) {
    super(reason);
  }
}
