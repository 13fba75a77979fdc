// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RefusalLogTest {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final AtomicLong now = new AtomicLong(-MINUTE / 2);
  private final List<String> said = new ArrayList<>();
  private final RefusalLog log = new RefusalLog(now::get, said::add);

  private void refuse(int times) {
    for (int i = 0; i < times; i++) {
      log.add("/shop", "nobody is there");
    }
  }

  @Test
  void saysWhichApplicationAndWhy() {
    refuse(1);

    assertThat(said).containsExactly("Request to /shop is answered 503: nobody is there");
  }

  @Test
  void saysEachReason() {
    refuse(2);
    log.add("/shop", "the application stops");
    refuse(1);

    assertThat(said)
        .containsExactly(
            "Request to /shop is answered 503: nobody is there",
            "Request to /shop is answered 503: the application stops");
  }

  @Test
  void saysOneLineAMinuteOfAnApplication_andHowManyItLeftOut() {
    refuse(500);
    log.add("/other", "nobody is there");
    assertThat(said).hasSize(2);

    now.addAndGet(MINUTE - 1);
    refuse(5);
    assertThat(said).hasSize(2);

    now.addAndGet(1);
    refuse(2);
    assertThat(said.subList(2, said.size()))
        .containsExactly(
            "Request to /shop is answered 503: nobody is there (and 504 more since the last line of"
                + " this kind)");
  }
}
