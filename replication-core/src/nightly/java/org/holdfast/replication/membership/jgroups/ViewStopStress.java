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

package org.holdfast.replication.membership.jgroups;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.holdfast.replication.membership.Member;
import org.jgroups.Address;
import org.jgroups.View;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Delivery ends while JGroups still has views. */
public final class ViewStopStress {
  private static final Member SELF = new Member("a", 1, "127.0.0.1", 7000);
  private static final Address ADDRESS = MemberAddress.of(SELF);
  private static final View VIEW = View.create(ADDRESS, 1, ADDRESS);

  private ViewStopStress() {}

  /** {@code ViewDelivery.stopped}: whoever is not told of a view sees why. */
  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "told, before")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "told, while it was being stopped")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "stopped")
  @State
  public static class StopAgainstView {
    private int told;
    private int before;
    private final ViewDelivery delivery =
        new ViewDelivery(
            MembershipSettings.of("stress", "127.0.0.1", 7800, new Discovery.Local(), SELF),
            view -> told++,
            view -> {});

    @Actor
    public void stop() {
      before = 1;
      delivery.stop();
    }

    @Actor
    public void view(II_Result result) {
      delivery.viewAccepted(VIEW);
      result.r1 = told;
      result.r2 = before;
    }
  }
}
