// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpSession;
import java.util.List;

/** Finds the count of a session without changing it, whichever workload counts there. */
final class SessionCount {
  private static final List<Workload> WORKLOADS =
      List.of(
          new CounterWorkload(),
          new CartWorkload(),
          new ProfileWorkload(),
          new SerialWorkload(),
          new GranularWorkload());

  private SessionCount() {}

  /** Returns the count, 0 if nothing was counted yet. */
  static int of(HttpSession session) throws RefusedException {
    for (Workload workload : WORKLOADS) {
      int count = workload.count(session);
      if (count > 0) {
        return count;
      }
    }
    return ValidationWorkload.told(session);
  }
}
