// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are no dump, or a bad one. */
class HostileFileTest {
  @TempDir private Path directory;

  private Path file(String name, byte[] content) throws IOException {
    return Files.write(directory.resolve(name), content);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                        | is empty",
        "just a log\\nof two lines\\n               | has no thread dump in its 2 lines: looked for",
        "PK\u0003\u0004a                           | is compressed: unpack it first",
        "JAVA PROFILE 1.0.2\u0000                  | is a heap dump, not a thread dump",
        "a\u0000b                                  | is binary, not a thread dump",
        "Full thread dump x:\\n\\nover\\n           | but no thread with a stack after it",
        "10:00 out Full thread dump x:\\n           | remove what the log puts before each line",
        "{\"threadDump\": {\"threads\": [{\"name\": \"a | cannot be read to its end (line 1)",
        "{\"threadDump\": {}}                       | has no \"threads\"",
        "{\"level\": 3}                             | has no thread dump in its 1 lines",
        "#12 \"no frames\"                          | has no thread dump in its 1 lines",
        "\"a\" #1 tid=0x1\\n\\n\"b\" tid=0x2\\n         | has no thread dump in its 3 lines",
        "OK - JVM thread dump\\n\\n\"http-1\" Id=12 cpu=7 ns\\n   at A.b(A.java:1) | as Tomcat's manager",
        "\"main\" prio=5 Id=1 RUNNABLE\\n   at A.b(A.java:1) | or ThreadInfo prints them",
        "Thread 7: (state = BLOCKED)\\n - A.b() @bci=0, line=3 (Interpreted frame)\\n | jstack -F",
      })
  void saysWhichFileAndWhy(String content, String why) throws IOException {
    Path file = file("given.txt", content.replace("\\n", "\n").getBytes(ISO_8859_1));

    assertThatThrownBy(() -> ThreadDumps.read(file))
        .isInstanceOf(NotADumpException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(why);
  }

  /** Each line that a dump may have, in all pieces that may be left of it. */
  @Test
  void isReadOrRefused_whateverIsLeftOfALine() throws Exception {
    List<String> lines =
        """
        2026-11-22 05:25:06
        Full thread dump OpenJDK 64-Bit Server VM (21+1):

        "a" #1 [7] prio=5 cpu=1.5ms tid=0x01 nid=7 waiting
           java.lang.Thread.State: WAITING (parking)
        \tat a.B$$Lambda/0x01.run(java.base@21/B.java:1)
        \t- parking to wait for  <0x1> (a java.X)
        \t- locked <0x2> (a Y)
        \t- waiting on the Class initialization monitor for C

           Locked ownable synchronizers:
        \t- <0x3> (a Z)
        Mounted virtual thread #9
        \tat c.D.e(D.java:1)

        JNI global refs: 1

        Found one Java-level deadlock:
        "a":
          which is held by "b"

        "b" Id=3 RUNNABLE
        waiting for b@2 to release lock on <0x2> (a Y)
        1234
        2025-09-16T10:00:00.1Z
        25+1

        #1 "main" WAITING 2025
              java.base/A.b(A.java)
              - parking to wait for <X@1>, owner #2
        """
            .lines()
            .toList();
    assertThat(ThreadDumps.parse("whole.txt", String.join("\n", lines))).hasSize(2);
    for (int at = 0; at < lines.size(); at++) {
      for (String piece : pieces(lines.get(at))) {
        List<String> cut = new ArrayList<>(lines);
        cut.set(at, piece);
        String text = String.join("\n", cut);
        Throwable refused =
            catchThrowable(
                () -> ThreadReport.lines(ThreadSummary.of(ThreadDumps.parse("cut.txt", text))));
        if (refused != null) {
          assertThat(refused)
              .as("line %d is \"%s\"", at, piece)
              .isInstanceOf(NotADumpException.class)
              .hasMessageStartingWith("cut.txt ");
        }
      }
    }
  }

  private static Set<String> pieces(String line) {
    Set<String> pieces = new LinkedHashSet<>();
    for (int from = 0; from <= line.length(); from++) {
      for (int until = from; until <= line.length(); until++) {
        pieces.add(line.substring(from, until));
      }
    }
    return pieces;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'stack': null",
        "'stack': {'depth': 7, 'of': [{'name': 'x'}]}",
        "'stack': [{'name': 'x'}, ['y'], 7, 'A.b(A.java:1)']",
        "'name': {'first': 'a', 'tid': '9'}, 'stack': []",
        "'state': null, 'stack': []",
        "'parkBlocker': ['a', {'object': 'b'}], 'stack': []",
        "'monitorsOwned': {'locks': ['a']}, 'stack': []",
        "'blockedOn': {'object': 'a'}, 'waitingOn': ['b'], 'stack': []"
      })
  void countsTheOtherThreads_whenOneHasWhatNoDumpHas(String odd) throws Exception {
    String text =
        "{'threadDump': {'threadContainers': [{'threads': [7, null, {'tid': '1', "
            + odd
            + "}, {'tid': '2', 'name': 'next', 'stack': ['C.d(C.java:2)']}]},"
            + " {'threads': [{'tid': '3', 'name': 'last', 'stack': ['C.d(C.java:2)']}]}]}}";

    ThreadDump dump = ThreadDumps.parse("odd.json", text.replace('\'', '"')).get(0);

    assertThat(dump.threads()).hasSize(3);
    assertThat(dump.threads().subList(1, 3))
        .extracting(DumpedThread::name)
        .containsExactly("next", "last");
    assertThat(dump.missing()).as("nobody told a state").contains(Fact.STATES);
  }

  @Test
  void saysSo_whenItIsADirectory() {
    assertThatThrownBy(() -> ThreadDumps.read(directory))
        .isInstanceOf(NotADumpException.class)
        .hasMessage(directory + " is a directory: name the files in it");
  }

  @Test
  void readsUtf16_asPowerShellWritesIt() throws Exception {
    String dump = TextDumpsTest.thread("caf\u00e9", 1, "RUNNABLE", "at org.A.b(A.java:1)");
    Path file = file("ps.txt", ("\uFEFF" + dump.replace("\n", "\r\n")).getBytes(UTF_16LE));

    assertThat(ThreadDumps.read(file).get(0).threads().get(0).name()).isEqualTo("caf\u00e9");
  }

  @Test
  void readsAHundredMegabytesInBoundedMemoryAndTime() throws Exception {
    Path file = directory.resolve("large.log");
    byte[] line = new byte[10_000_000];
    Arrays.fill(line, (byte) '"');
    byte[] frames = "\tat org.example.Shop.pay(Shop.java:17)\n".repeat(1_000_000).getBytes(UTF_8);
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int i = 0; i < 6; i++) {
        out.write(line);
        out.write('\n');
      }
      out.write(
          TextDumpsTest.thread("a", 1, "RUNNABLE", "at org.A.b(A.java:1)").strip().getBytes(UTF_8));
      out.write('\n');
      out.write(frames);
    }

    assertThat(Files.size(file)).isGreaterThan(95_000_000);
    assertTimeout(
        Duration.ofSeconds(30),
        () -> {
          ThreadDump dump = ThreadDumps.read(file).get(0);
          assertThat(dump.threads()).hasSize(1);
          assertThat(dump.threads().get(0).stack()).hasSize(1_000);
        });
  }

  @Test
  void keepsNoMoreThanItsBounds_andSaysSo() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      text.append(
          TextDumpsTest.thread("thread " + i, i, "RUNNABLE", "at org.A.b(A.java:" + i + ")"));
    }

    assertThatThrownBy(
            () ->
                new TextDumps("x.txt", new TextPool("x.txt", 1_000))
                    .read(new StringReader(text.toString())))
        .isInstanceOf(NotADumpException.class)
        .hasMessageStartingWith("x.txt has more than 1000 characters of names, frames and locks");
  }

  @Test
  void refusesMoreFramesThatDifferThanAnyProgramHas() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i <= TextPool.MAX_DISTINCT; i++) {
      text.append(i % 900 == 0 ? "\n#" + i + " \"t\"\n" : "")
          .append("    at A.b(")
          .append(i)
          .append(")\n");
    }

    assertThatThrownBy(() -> ThreadDumps.parse("x.txt", text.toString()))
        .isInstanceOf(NotADumpException.class)
        .hasMessage(
            "x.txt has more than 500000 frames and locks that differ: split it, or take fewer dumps");
  }

  @Test
  void cutsALongLine_andReadsOn() throws Exception {
    BoundedLines lines =
        new BoundedLines(new StringReader("x".repeat(100_000) + "\r\nnext\n\nend"));

    assertThat(lines.next()).hasSize(BoundedLines.MAX_CHARS);
    assertThat(lines.next()).isEqualTo("next");
    assertThat(lines.next()).isEmpty();
    assertThat(lines.next()).isEqualTo("end");
    assertThat(lines.number()).isEqualTo(4);
    assertThat(lines.next()).isNull();
  }
}
