// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpServletResponse;

/** A parameter of the request makes no sense. The message names it, its value and its bound. */
final class BadParameterException extends RefusedException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 32;

  /**
   * @param value what the client sent; shown cut and cleaned, so that it can stand in an answer
   */
  BadParameterException(String rule, String value) {
    super(HttpServletResponse.SC_BAD_REQUEST, rule + ", was \"" + printable(value) + "\"");
  }

  private static String printable(String text) {
    String clean = text.replaceAll("[^\\x20-\\x7e]", "?");
    return clean.length() <= SHOWN ? clean : clean.substring(0, SHOWN) + "...";
  }
}
