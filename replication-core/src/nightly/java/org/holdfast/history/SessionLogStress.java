// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** One client may send in parallel. */
public final class SessionLogStress {
  private SessionLogStress() {}

  /** {@code exchanges}: two requests of a client end at once. */
  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "both are in the log")
  @State
  public static class TwoExchanges {
    private static final Exchange EXCHANGE =
        new Exchange(Request.READ, 0, 1, "node", "", new Reply.NotFound());
    private final SessionLog log = new SessionLog("user");

    @Actor
    public void first() {
      log.add(EXCHANGE);
    }

    @Actor
    public void second() {
      log.add(EXCHANGE);
    }

    @Arbiter
    public void both(I_Result result) {
      result.r1 = log.exchanges().stream().allMatch(EXCHANGE::equals) ? log.exchanges().size() : -1;
    }
  }
}
