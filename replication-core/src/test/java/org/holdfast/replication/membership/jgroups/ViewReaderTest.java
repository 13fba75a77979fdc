// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.holdfast.replication.membership.Member;
import org.jgroups.Address;
import org.jgroups.View;
import org.jgroups.util.NameCache;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;

class ViewReaderTest {
  private static final Member ONE = new Member("node-1", 1, "127.0.0.1", 7001);
  private static final Member TWO = new Member("node-2", 1, "127.0.0.1", 7002);
  private static final Member TWO_AGAIN = new Member("node-2", 2, "127.0.0.1", 7003);

  @Test
  void takesNumberCreatorAndMembers() {
    ViewReader.Reading reading = read(MemberAddress.of(TWO), MemberAddress.of(ONE));

    assertThat(reading.view().number()).isEqualTo(8);
    assertThat(reading.view().creator()).isEqualTo("node-2");
    assertThat(reading.view().members()).containsExactly(ONE, TWO);
    assertThat(reading.foreign()).isEmpty();
    assertThat(reading.superseded()).isEmpty();
  }

  @Test
  void leavesOutStrangers_evenWhenTheyAreTheCoordinator() {
    Address stranger = UUID.randomUUID();
    ViewReader.Reading reading = read(stranger, MemberAddress.of(ONE));

    assertThat(reading.view().members()).containsExactly(ONE);
    assertThat(reading.view().creator()).isEqualTo("foreign " + stranger);
    assertThat(reading.foreign()).containsExactly(stranger);
  }

  @Test
  void printsWhatAStrangerCallsItself_withoutLineBreaksAndInBounds() {
    Address stranger = new UUID(1, 2);
    NameCache.add(stranger, "x\nERROR forged\u001b[2J" + "y".repeat(200));

    assertThat(ViewReader.printable(stranger)).startsWith("x?ERROR forged?[2Jyy").hasSize(80);
  }

  @Test
  void keepsTheOneOfANameThatJoinedLast_whateverItsIncarnation() {
    ViewReader.Reading later =
        read(MemberAddress.of(ONE), MemberAddress.of(TWO), MemberAddress.of(TWO_AGAIN));
    assertThat(later.view().members()).containsExactly(ONE, TWO_AGAIN);
    assertThat(later.superseded()).containsExactly(TWO);

    ViewReader.Reading clockWentBack =
        read(MemberAddress.of(ONE), MemberAddress.of(TWO_AGAIN), MemberAddress.of(TWO));
    assertThat(clockWentBack.view().members()).containsExactly(ONE, TWO);
    assertThat(clockWentBack.superseded()).containsExactly(TWO_AGAIN);
  }

  private static ViewReader.Reading read(Address... addresses) {
    return ViewReader.read(new View(addresses[0], 8, List.of(addresses)));
  }
}
