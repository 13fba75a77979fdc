// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;

/**
 * A whole response.
 *
 * @param setCookies the {@code Set-Cookie} headers as they came
 */
public record Answer(int status, String body, List<String> setCookies, HttpResponse<?> response) {
  static Answer of(HttpResponse<String> response) {
    return new Answer(
        response.statusCode(),
        response.body(),
        response.headers().allValues("Set-Cookie"),
        response);
  }

  public Optional<String> header(String name) {
    return response.headers().firstValue(name);
  }
}
