// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.protocol.RecordingReplica;
import org.junit.jupiter.api.Test;

/** Which views matter to a member, and which answers prove something in them. */
public class ViewsTest {
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final List<Member> ALL = List.of(SELF, OTHER, THIRD);

  @Test
  void keepsTheSettledView_howeverManyFollowed() {
    Views views = Views.first(View.of(1, "test", ALL), SELF, 0).confirm(Set.of()).settle();
    for (int i = 2; i < 200; i++) {
      Member passing = new Member("passing", i, "127.0.0.1", 7100);
      views = Views.next(views, View.of(i, "test", List.of(SELF, passing)), SELF, 0);
    }

    assertThat(views.provenBy(Set.of(SELF), 1, new Peers())).isFalse();
    assertThat(views.older()).last().extracting(View::number).isEqualTo(1L);
    assertThat(views.older()).hasSizeLessThan(100);
  }

  /** All that are left answered; but two of four are gone, who may hold what nobody here knows. */
  @Test
  void isNotProven_whenMoreThanKAreLost_alsoForAMemberThatDroppedWhatItHeld() {
    Member fourth = new Member("fourth", 1, "127.0.0.1", 7104);
    View four = View.of(1, "test", List.of(SELF, OTHER, THIRD, fourth));
    Views settled = Views.first(four, SELF, 0).confirm(Set.of()).settle();
    Views half = Views.next(settled, View.of(2, "test", List.of(SELF, OTHER)), SELF, 0);

    assertThat(half.unseasoned().provenBy(Set.of(SELF, OTHER), 1, new Peers())).isFalse();
    assertThat(half.settle().unseasoned().provenBy(Set.of(SELF, OTHER), 1, new Peers())).isTrue();
    assertThat(half.settle().unseasoned().provenBy(Set.of(SELF), 1, new Peers())).isFalse();
  }
}
