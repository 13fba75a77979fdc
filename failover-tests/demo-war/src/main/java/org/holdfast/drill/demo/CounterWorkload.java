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

/** The smallest session: one Integer that each request replaces. */
final class CounterWorkload implements Workload {
  static final String ATTRIBUTE = "counter";

  @Override
  public int step(HttpSession session) {
    int next = count(session) + 1;
    session.setAttribute(ATTRIBUTE, next);
    return next;
  }

  @Override
  public int count(HttpSession session) {
    return session.getAttribute(ATTRIBUTE) instanceof Integer count ? count : 0;
  }
}
