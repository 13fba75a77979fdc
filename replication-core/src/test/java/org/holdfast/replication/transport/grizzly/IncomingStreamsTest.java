// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The connection that closes at a bound. Each is named by what its caller has done. */
class IncomingStreamsTest {
  @Test
  void closesTheOldestSilentOne_whenTheseAreMore() {
    assertThat(closed("hello 1", "begun 1", "silent 1", "silent 2")).isEqualTo("silent 1");
  }

  @Test
  void closesTheOldestHandshake_whenStrangersHaveBegunAsMany() {
    assertThat(closed("hello 1", "silent 1", "begun 1", "begun 2")).isEqualTo("begun 1");
    assertThat(closed("silent 1", "begun 1")).isEqualTo("begun 1");
  }

  @Test
  void closesOneThatHasSaidHello_onlyIfAllHave() {
    assertThat(closed("hello 1", "hello 2", "silent 1")).isEqualTo("silent 1");
    assertThat(closed("hello 1", "hello 2", "begun 1")).isEqualTo("begun 1");
    assertThat(closed("hello 1", "hello 2")).isEqualTo("hello 1");
  }

  private static String closed(String... oldestFirst) {
    return IncomingStreams.leastLikely(
        List.of(oldestFirst), each -> each.startsWith("hello"), each -> each.startsWith("begun"));
  }
}
