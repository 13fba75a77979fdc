// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import static org.assertj.core.api.Assertions.assertThat;

import org.holdfast.drill.crowd.FollowCounters;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Stages against a server whose session has another cookie than it was told. */
class OtherCookieTest {
  private final VirtualStage stage = new VirtualStage();

  @BeforeEach
  void nameTheCookieAsSpringDoes() {
    stage.cookie = "SESSION";
  }

  @Test
  void isInvalid_andNamesTheCookie_whenNoCounterCouldBeJudged() throws Exception {
    stage.body = "<p>%d</p>";

    LoadReport report = stage.run();

    assertThat(report.verdict()).isEqualTo("invalid");
    assertThat(VirtualStage.failed(report)).containsExactly("counters");
    assertThat(VirtualStage.words(report, "counters"))
        .startsWith("0 of ")
        .endsWith(
            "; 0 began a session, 0 replaced one: a lost update could not be seen; answers set the"
                + " cookie \"SESSION\" and no answer \"JSESSIONID\": if that is the session, say"
                + " --session-cookie SESSION, else --follow-counters none");
  }

  @Test
  void isValid_whenCountersAreFollowedAllTheSame_orNoneIsToBe() throws Exception {
    assertThat(stage.run().reasons()).isEmpty();

    VirtualStage uncounted = new VirtualStage();
    uncounted.cookie = "SESSION";
    uncounted.body = "<p>%d</p>";
    uncounted.followCounters = FollowCounters.NONE;

    assertThat(uncounted.run().reasons()).isEmpty();
  }
}
