// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.util.MessageBatch;
import org.junit.jupiter.api.Test;

class ViewDeliveryTest {
  private static final Member SELF = new Member("node-1", 1, "127.0.0.1", 9_000);
  private static final Address ADDRESS = MemberAddress.of(SELF);
  private static final MembershipSettings SETTINGS =
      MembershipSettings.of("shop", "127.0.0.1", 7_800, Discovery.local(), SELF);

  private final List<View> seen = new ArrayList<>();
  private final ViewDelivery delivery = new ViewDelivery(SETTINGS, seen::add, view -> {});

  @Test
  void deliversOnlyViewsWithGrowingNumbers() {
    for (long number : new long[] {0, 1, 1, 4, 3, 5}) {
      accept(number);
    }

    assertThat(seen).extracting(View::number).containsExactly(0L, 1L, 4L, 5L);
    assertThat(delivery.first()).isEqualTo(seen.get(0));
    assertThat(delivery.last()).isEqualTo(seen.get(3));
  }

  @Test
  void deliversNothing_afterItWasStopped() {
    accept(1);
    delivery.stop();
    accept(2);

    assertThat(seen).hasSize(1);
  }

  @Test
  void passesNoPayloadOn() {
    delivery.receive(new BytesMessage(null, new byte[10]));
    delivery.receive(new MessageBatch(4).add(new BytesMessage(null, new byte[10])));

    assertThat(seen).isEmpty();
    assertThat(delivery.last()).isNull();
  }

  private void accept(long number) {
    delivery.viewAccepted(new org.jgroups.View(ADDRESS, number, List.of(ADDRESS)));
  }
}
