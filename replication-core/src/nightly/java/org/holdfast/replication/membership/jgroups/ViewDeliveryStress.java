// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.jgroups.Address;
import org.jgroups.View;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Views come from several threads of JGroups. */
public final class ViewDeliveryStress {
  private static final Member SELF = new Member("a", 1, "127.0.0.1", 7000);
  private static final Address ADDRESS = MemberAddress.of(SELF);

  private ViewDeliveryStress() {}

  /** {@code last}, and a listener that is called by one thread at a time. */
  @JCStressTest
  @Outcome(id = "\\[1, 2\\], 2", expect = ACCEPTABLE, desc = "one after the other")
  @Outcome(id = "\\[2\\], 2", expect = ACCEPTABLE, desc = "the late one is left out")
  @State
  public static class TwoViews {
    private final List<Long> heard = new ArrayList<>();
    private final ViewDelivery delivery =
        new ViewDelivery(
            MembershipSettings.of("stress", "127.0.0.1", 7800, new Discovery.Local(), SELF),
            view -> heard.add(view.number()),
            view -> {});

    private static View view(long number) {
      return View.create(ADDRESS, number, ADDRESS);
    }

    @Actor
    public void first() {
      delivery.viewAccepted(view(1));
    }

    @Actor
    public void second() {
      delivery.viewAccepted(view(2));
    }

    @Arbiter
    public void heard(LL_Result result) {
      result.r1 = heard;
      result.r2 = delivery.last().number();
    }
  }
}
