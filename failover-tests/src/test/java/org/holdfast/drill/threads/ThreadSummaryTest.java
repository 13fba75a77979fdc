// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.holdfast.drill.threads.ThreadSummary.Lock;
import org.junit.jupiter.api.Test;

class ThreadSummaryTest {
  private static final String OWNER =
      TextDumpsTest.thread(
          "log writer",
          900,
          "RUNNABLE",
          "at java.io.FileOutputStream.writeBytes(java.base@17/Native Method)",
          "at org.Log.write(Log.java:7)",
          "- locked <0x10> (a org.Log)");

  private static ThreadDump dump(String text) throws Exception {
    return ThreadDumps.parse("given", text).get(0);
  }

  /** 198 of 248 threads wait for two locks. */
  private static String crowded() {
    StringBuilder text = new StringBuilder(OWNER);
    for (int i = 0; i < 247; i++) {
      String lock = i < 120 ? "<0x10> (a org.Log)" : "<0x20> (a org.Pool)";
      text.append(
          i < 198
              ? TextDumpsTest.thread(
                  "http-" + i,
                  i,
                  "BLOCKED (on object monitor)",
                  "at org.Shop.pay(Shop.java:" + i % 2 + ")",
                  "- waiting to lock " + lock)
              : TextDumpsTest.thread("http-" + i, i, "RUNNABLE", "at org.Shop.add(Shop.java:9)"));
    }
    return text.toString();
  }

  @Test
  void saysFirstThatMostThreadsAreBlockedOnTwoLocks() throws Exception {
    ThreadSummary summary = ThreadSummary.of(List.of(dump(crowded())));

    List<String> lines = ThreadReport.lines(summary);
    assertThat(lines.get(0)).isEqualTo("198 of 248 threads are blocked on 2 locks");
    assertThat(summary.locks())
        .extracting(lock -> lock.waiting().get(0) + " " + lock.className())
        .containsExactly("120 org.Log", "78 org.Pool");
    int log = lines.indexOf("     120  org.Log <0x10>");
    assertThat(lines.get(log + 1).strip())
        .isEqualTo("held by \"log writer\", waiting for I/O at org.Log.write(Log.java:7)");
    assertThat(lines.get(log + 2)).contains("\"http-0\", ").endsWith(", ...");
    assertThat(lines).anyMatch(line -> line.endsWith("at org.Shop.pay(several lines)"));
  }

  @Test
  void countsOnlyNamesThatMatch_butKnowsOwnersOfAnyName() throws Exception {
    ThreadSummary summary =
        ThreadSummary.of(List.of(dump(crowded())), name -> name.startsWith("http-1"));

    assertThat(summary.dumps().get(0).all()).isEqualTo(248);
    assertThat(summary.dumps().get(0).threads()).isEqualTo(111);
    Lock log = summary.locks().get(0);
    assertThat(log.waiting()).containsExactly(78);
    assertThat(summary.locks().get(1).owners().get(0).name()).isEqualTo("log writer");
    assertThat(ThreadReport.lines(summary)).anyMatch(line -> line.contains("matches, of [248]"));
  }

  @Test
  void setsDumpsSideBySide_andTellsWhatStaysTheSame() throws Exception {
    String stuck = TextDumpsTest.thread("stuck", 1, "RUNNABLE", "at org.Loop.spin(Loop.java:3)");
    ThreadDump first =
        dump(stuck + TextDumpsTest.thread("w", 2, "RUNNABLE", "at org.A.a(A.java:1)"));
    ThreadDump second =
        dump(
            stuck.replace("cpu=1.50ms", "cpu=901.50ms")
                + TextDumpsTest.thread("w", 2, "RUNNABLE", "at org.A.a(A.java:2)"));

    ThreadSummary summary = ThreadSummary.of(List.of(first, second));

    assertThat(summary.unchanged()).hasSize(1);
    assertThat(summary.unchanged().get(0).names()).containsExactly("stuck");
    assertThat(summary.unchanged().get(0).cpuMillis()).isEqualTo(900);
    assertThat(ThreadReport.lines(summary))
        .contains(
            "       2       2  all threads",
            "same stack in all 2 dumps: stuck, or idle",
            "       1  running at org.Loop.spin(Loop.java:3), 900 ms CPU meanwhile");
  }

  @Test
  void takesNoThreadOfAnotherJvmForTheSame_whenItHasUsedLessCpu() throws Exception {
    String thread = TextDumpsTest.thread("main", 1, "RUNNABLE", "at org.Loop.spin(Loop.java:3)");

    ThreadSummary summary =
        ThreadSummary.of(List.of(dump(thread), dump(thread.replace("cpu=1.50ms", "cpu=0.50ms"))));

    assertThat(summary.unchanged()).isEmpty();
  }

  @Test
  void printsNoControlCharactersOfNames() throws Exception {
    String name = "\u001b[31mred\u202e";

    List<String> lines =
        ThreadReport.lines(
            ThreadSummary.of(
                List.of(dump(TextDumpsTest.thread(name, 1, "RUNNABLE", "at org.A.a(A.java:1)")))));

    assertThat(String.join("", lines)).contains("?[31mred?").doesNotContain("\u001b", "\u202e");
  }
}
