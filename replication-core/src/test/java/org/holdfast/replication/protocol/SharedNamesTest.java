// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The texts of attribute names, which sessions that arrive share. */
class SharedNamesTest {
  private static SessionImage arrived() {
    return SessionImage.ofPacked(
        new SessionImage(new byte[0], Map.of("shared-names-cart", new byte[1])).packed());
  }

  @Test
  void areOneText_whenTwoSessionsArriveWithTheSameName() {
    String first = arrived().attributes().keySet().iterator().next();
    String second = arrived().attributes().keySet().iterator().next();

    assertThat(first).isEqualTo("shared-names-cart").isSameAs(second);
  }

  @Test
  void areEqual_whenTheyAreTooLongToBeShared() {
    String name = "n".repeat(65);
    String other = "n".repeat(65);

    assertThat(SharedNames.of(name)).isSameAs(name);
    assertThat(SharedNames.of(other)).isSameAs(other).isEqualTo(name);
  }

  @Test
  void areWhatWasRead_whenTwoNamesHaveOnePlace() {
    // These two have the same hash code.
    assertThat(SharedNames.of("shared-Aa")).isEqualTo("shared-Aa");
    assertThat(SharedNames.of("shared-BB")).isEqualTo("shared-BB");
    assertThat(SharedNames.of("shared-Aa")).isEqualTo("shared-Aa");
  }
}
