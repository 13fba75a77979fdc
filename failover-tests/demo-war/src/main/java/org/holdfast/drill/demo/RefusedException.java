// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpServletResponse;

/** Why a request is not answered as it asked; the message goes to the client. */
abstract sealed class RefusedException extends Exception
    permits BadParameterException,
        ForeignSessionException,
        NoSessionException,
        TornSessionException {
  private static final long serialVersionUID = 1L;

  private final int status;

  /**
   * @param status of the answer, one of {@link HttpServletResponse}
   */
  RefusedException(int status, String message) {
    super(message);
    this.status = status;
  }

  final int status() {
    return status;
  }
}
