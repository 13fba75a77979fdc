// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpSession;

/**
 * One attribute with a count and 4 KB of cargo, which each request changes and sets again: the
 * shape of ClusterBench's default session.
 */
final class SerialWorkload implements Workload {
  static final String ATTRIBUTE = "serial";

  @Override
  public int step(HttpSession session) throws TornSessionException {
    Serial serial = session.getAttribute(ATTRIBUTE) instanceof Serial found ? found : new Serial();
    int count = serial.addOne();
    session.setAttribute(ATTRIBUTE, serial);
    return count;
  }

  @Override
  public int count(HttpSession session) {
    return session.getAttribute(ATTRIBUTE) instanceof Serial serial ? serial.count() : 0;
  }
}
