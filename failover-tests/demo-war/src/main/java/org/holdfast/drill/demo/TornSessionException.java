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
