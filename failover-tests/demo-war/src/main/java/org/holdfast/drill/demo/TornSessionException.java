// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpServletResponse;

/**
 * A session holds what no sequence of requests can have left there: an update of one attribute is
 * missing while a later one of another is present. The message names the attribute, what it holds
 * and what was expected.
 */
final class TornSessionException extends RefusedException {
  private static final long serialVersionUID = 1L;

  TornSessionException(String message) {
    super(HttpServletResponse.SC_INTERNAL_SERVER_ERROR, message);
  }
}
