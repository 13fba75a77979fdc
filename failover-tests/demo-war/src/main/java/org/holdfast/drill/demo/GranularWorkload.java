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

import jakarta.servlet.http.HttpSession;

/**
 * The count and 4 KB of cargo in attributes of their own, of which each request sets only the
 * count: the shape of ClusterBench's granular session.
 */
final class GranularWorkload implements Workload {
  static final String COUNT = "granular.serial";
  static final String CARGO = "granular.cargo";

  @Override
  public int step(HttpSession session) throws TornSessionException {
    int next = count(session) + 1;
    if (next == 1) {
      session.setAttribute(CARGO, Serial.newCargo());
    } else if (!(session.getAttribute(CARGO) instanceof byte[] cargo
        && cargo.length == Serial.CARGO_BYTES)) {
      throw new TornSessionException(
          "the count is " + (next - 1) + " but attribute " + CARGO + " is gone or cut");
    }
    session.setAttribute(COUNT, next);
    return next;
  }

  @Override
  public int count(HttpSession session) {
    return session.getAttribute(COUNT) instanceof Integer count ? count : 0;
  }
}
