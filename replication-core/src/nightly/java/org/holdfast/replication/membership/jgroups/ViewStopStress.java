// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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

  /** {@code ViewDelivery.stopped}: a thread that receives no view sees why. */
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
