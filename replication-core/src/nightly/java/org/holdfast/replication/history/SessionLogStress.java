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

package org.holdfast.replication.history;

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
