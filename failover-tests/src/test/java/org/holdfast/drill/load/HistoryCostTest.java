// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * All that users were told is kept until the verdict: what an answer costs decides how long a soak
 * can be.
 */
class HistoryCostTest {
  private static final int ANSWERS = 200_000;

  @Test
  void keepsAnAnswerInLessThan200Bytes() {
    long each = bytesAnAnswer();
    for (int again = 0; again < 3 && each > 200; again++) {
      // What other tests had left may have gone meanwhile.
      each = bytesAnAnswer();
    }
    assertThat(each).as("bytes an answer").isBetween(100L, 200L);
  }

  private static long bytesAnAnswer() {
    CountingConversation[] users = {conversation()};
    long kept = liveBytes();
    users[0] = null;
    return (kept - liveBytes()) / ANSWERS;
  }

  /** Apart from the test, whose frame might still refer to it. */
  private static CountingConversation conversation() {
    CountingConversation user =
        new CountingConversation(
            "user 0",
            new LoadSettings(
                1,
                "/counter",
                new ThinkTime(ThinkTime.Distribution.FIXED, Duration.ofMillis(1)),
                Duration.ofSeconds(1),
                Duration.ofMillis(1),
                1,
                0,
                0),
            new SplittableRandom(1));
    for (int i = 1; i <= ANSWERS; i++) {
      user.next(i);
      HttpAnswer answer =
          new HttpAnswer(
              200,
              List.of(),
              "true",
              "3/node-2/1732300000000/" + i,
              "",
              true,
              "counter=" + i + " session=0123456789ab node=node-2 new=" + (i == 1));
      assertThat(user.hear(user.ask(), answer, Optional.empty(), i, i, "node-2"))
          .isEqualTo(Conversation.Heard.RIGHT);
    }

    assertThat(user.history().exchanges()).hasSize(ANSWERS);
    return user;
  }

  /** What tests before left may take several collections to go, and would be counted, too. */
  private static long liveBytes() {
    long least = Long.MAX_VALUE;
    for (int stable = 0; stable < 3; ) {
      System.gc();
      long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      stable = least - used < 10_000 ? stable + 1 : 0;
      least = Math.min(least, used);
    }
    return least;
  }
}
