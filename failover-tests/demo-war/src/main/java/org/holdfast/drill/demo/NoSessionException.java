// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpServletResponse;

/** The client has no session, or none that this node could find. */
final class NoSessionException extends RefusedException {
  private static final long serialVersionUID = 1L;

  NoSessionException(String message) {
    super(HttpServletResponse.SC_NOT_FOUND, message);
  }
}
