// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.holdfast.replication.session.id.FormerIds;
import org.junit.jupiter.api.Test;

/** The knowledge of the earlier ids of a session. */
class FormerIdsTest {
  private static final String KEY = "0123456789abcdef";
  private static final long SECOND = 1_000_000_000L;

  @Test
  void knowsEachIdOfTheLastSeconds_whenTheIdChangedTwice() {
    FormerIds ids = FormerIds.NONE.with("first", SECOND).with("second", 2 * SECOND);

    assertThat(ids.hasRecent(KEY, "first", 3 * SECOND)).isTrue();
    assertThat(ids.hasRecent(KEY, "second", 3 * SECOND)).isTrue();
    assertThat(ids.hasRecent(KEY, "third", 3 * SECOND)).isFalse();
  }

  @Test
  void forgetsAnId_afterFiveSeconds() {
    FormerIds ids = FormerIds.NONE.with("first", 0).with("second", 3 * SECOND);

    assertThat(ids.hasRecent(KEY, "first", 5 * SECOND)).isFalse();
    assertThat(ids.hasRecent(KEY, "second", 5 * SECOND)).isTrue();
    assertThat(secrets(ids.with("third", 6 * SECOND))).containsExactly("third", "second");
    assertThat(secrets(ids.withoutOld(6 * SECOND))).containsExactly("second");
  }

  @Test
  void keepsTheNewestFour() {
    FormerIds ids = FormerIds.NONE;
    for (int i = 1; i <= 6; i++) {
      ids = ids.with("id" + i, i);
    }

    assertThat(secrets(ids)).containsExactly("id6", "id5", "id4", "id3");
  }

  @Test
  void isOfTheAgeItHasElsewhere_onceItHasTravelled() {
    SessionSettings settings = settings(Duration.ofMinutes(1)).withSecret("next", 10 * SECOND);
    // Sent a second later, by a request that began half a second before that.
    byte[] sent = settings.toBytes(SECOND / 2, 11 * SECOND);

    // It lay on a secondary for two seconds; the clock of this node shows another time.
    SessionSettings read = SessionSettings.of(sent, 57_500_000_000L, 100 * SECOND);

    assertThat(read.secret()).isEqualTo("next");
    assertThat(read.isSecretOrFormer(KEY, "now", 100 * SECOND)).isTrue();
    assertThat(read.isSecretOrFormer(KEY, "now", 102 * SECOND - 1)).isTrue();
    assertThat(read.isSecretOrFormer(KEY, "now", 102 * SECOND)).isFalse();
    assertThat(read.isSecretOrFormer(KEY, "never", 100 * SECOND)).isFalse();
  }

  @Test
  void agesAlsoInASession_thatNeverExpires() {
    SessionSettings settings = settings(Duration.ZERO).withSecret("next", 0);
    byte[] sent = settings.toBytes(0, 0);

    SessionSettings read =
        SessionSettings.of(sent, settings.leaseNanos() - 4 * SECOND, 100 * SECOND);

    assertThat(read.isSecretOrFormer(KEY, "now", 100 * SECOND)).isTrue();
    assertThat(read.isSecretOrFormer(KEY, "now", 101 * SECOND)).isFalse();
  }

  @Test
  void isSentNoMore_onceItIsTooOld() {
    SessionSettings settings = settings(Duration.ofMinutes(1)).withSecret("next", 0);
    SessionSettings read =
        SessionSettings.of(settings.toBytes(0, 0), 50_000_000_000L, 100 * SECOND);

    assertThat(read.formerIds().isEmpty()).as("as it came").isFalse();
    assertThat(read.withoutOldIds(() -> 100 * SECOND).formerIds().isEmpty()).isTrue();
  }

  @Test
  void refusesMoreThanAnyMemberSends() {
    FormerIds.Former former = new FormerIds.Former("a", 0);

    assertThatThrownBy(() -> new FormerIds(Collections.nCopies(5, former)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 4");
  }

  private static SessionSettings settings(Duration maxInactive) {
    return SessionSettings.first("shop", "now", 7, maxInactive);
  }

  private static List<String> secrets(FormerIds ids) {
    return ids.all().stream().map(FormerIds.Former::secret).toList();
  }
}
