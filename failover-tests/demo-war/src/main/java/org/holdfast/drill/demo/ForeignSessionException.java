// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpServletResponse;

/** The session that came with the request belongs to another client. */
final class ForeignSessionException extends RefusedException {
  private static final long serialVersionUID = 1L;

  ForeignSessionException(String message) {
    super(HttpServletResponse.SC_FORBIDDEN, message);
  }
}
