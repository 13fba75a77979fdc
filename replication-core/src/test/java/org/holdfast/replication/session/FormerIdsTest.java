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

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is known of the ids that a session had before. */
class FormerIdsTest {
  private static final String KEY = "0123456789abcdef";
  private static final long SECOND = 1_000_000_000L;

  @Test
  void knowsEachIdOfTheLastSeconds_whenTheIdChangedTwice() {
    FormerIds ids = FormerIds.of(List.of(), 0).with("first", SECOND).with("second", 2 * SECOND);

    assertThat(ids.hasRecent(KEY, "first", 3 * SECOND)).isTrue();
    assertThat(ids.hasRecent(KEY, "second", 3 * SECOND)).isTrue();
    assertThat(ids.hasRecent(KEY, "third", 3 * SECOND)).isFalse();
  }

  @Test
  void forgetsAnId_afterFiveSeconds() {
    FormerIds ids = FormerIds.of(List.of(), 0).with("first", 0).with("second", 3 * SECOND);

    assertThat(ids.hasRecent(KEY, "first", 5 * SECOND)).isFalse();
    assertThat(ids.hasRecent(KEY, "second", 5 * SECOND)).isTrue();
    assertThat(ids.with("third", 6 * SECOND).secrets()).containsExactly("third", "second");
  }

  @Test
  void keepsTheNewestFour() {
    FormerIds ids = FormerIds.of(List.of(), 0);
    for (int i = 1; i <= 6; i++) {
      ids = ids.with("id" + i, i);
    }

    assertThat(ids.secrets()).containsExactly("id6", "id5", "id4", "id3");
  }

  @Test
  void travelsWithTheSettings() {
    SessionSettings settings =
        SessionSettings.first("shop", "now", 7, Duration.ofMinutes(1))
            .withSecret("next", List.of("now", "before"));

    SessionSettings read = SessionSettings.of(settings.toBytes());

    assertThat(read).isEqualTo(settings);
    assertThat(read.isSecretOrPrevious(KEY, "before")).isTrue();
    assertThat(read.isSecretOrPrevious(KEY, "never")).isFalse();
  }

  @Test
  void refusesMoreThanAnyMemberSends() {
    SessionSettings settings = SessionSettings.first("shop", "now", 7, Duration.ofMinutes(1));

    assertThatThrownBy(() -> settings.withSecret("next", List.of("a", "b", "c", "d", "e")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 4");
  }
}
