// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
