// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
