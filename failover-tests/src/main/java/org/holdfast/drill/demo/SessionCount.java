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

/** Finds the count of a session without changing it, whichever workload counts there. */
final class SessionCount {
  private SessionCount() {}

  /** Returns the count, 0 if nothing was counted yet. */
  static int of(HttpSession session) {
    if (session.getAttribute(CounterWorkload.ATTRIBUTE) instanceof Integer count) {
      return count;
    }
    if (session.getAttribute(CartWorkload.ATTRIBUTE) instanceof Cart cart) {
      return cart.count();
    }
    return session.getAttribute(ProfileWorkload.COUNT) instanceof Integer count ? count : 0;
  }
}
