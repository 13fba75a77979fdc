/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
