// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.holdfast.drill.threads.ThreadSummary.Lock;
import org.holdfast.drill.threads.ThreadSummary.Owner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real dumps of {@link KnownThreads}, one of each format. */
class KnownThreadsTest {
  static Path file(String name) throws URISyntaxException {
    return Path.of(Objects.requireNonNull(KnownThreadsTest.class.getResource(name), name).toURI());
  }

  private static ThreadDump dump(String name) throws IOException, URISyntaxException {
    List<ThreadDump> dumps = ThreadDumps.read(file(name));
    assertThat(dumps).hasSize(1);
    return dumps.get(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdk11/jstack-l.txt",
        "jdk17/jstack-l.txt",
        "jdk17/thread-print.txt",
        "jdk17/signal.log",
        "jdk21/jstack-l.txt",
        "jdk21/thread-print.txt",
        "jdk21/signal.log",
        "jdk25/jstack-l.txt",
        "jdk25/thread-print.txt",
        "jdk25/signal.log",
        "jdk25/to-file.txt",
        "jdk25/to-file.json"
      })
  void tellsStatesPlacesAndLocks_whateverTheFormat(String name) throws Exception {
    KnownGroups.assertFoundIn(dump(name));
  }

  @ParameterizedTest
  @CsvSource({
    "jdk11/jstack-l.txt, 11.0.13+8, 2026-, VIRTUAL_THREADS",
    "jdk17/jstack-l.txt, 17.0.15+6, 2026-, VIRTUAL_THREADS",
    "jdk17/thread-print.txt, 17.0.15+6, 2026-, VIRTUAL_THREADS LOCK_OWNERS",
    "jdk17/signal.log, 17.0.15+6, 2026-, VIRTUAL_THREADS LOCK_OWNERS",
    "jdk21/jstack-l.txt, 21.0.8+9, 2026-, VIRTUAL_THREADS",
    "jdk21/thread-print.txt, 21.0.8+9, 2026-, VIRTUAL_THREADS LOCK_OWNERS",
    "jdk21/signal.log, 21.0.8+9, 2026-, VIRTUAL_THREADS LOCK_OWNERS",
    "jdk21/to-file.txt, 21.0.8+9, 2026-, STATES LOCKS JVM_THREADS",
    "jdk21/to-file.json, 21.0.8+9, 2026-, STATES LOCKS JVM_THREADS",
    "jdk25/jstack-l.txt, 25.0.3+9, 2026-, VIRTUAL_THREADS",
    "jdk25/signal.log, 25.0.3+9, 2026-, VIRTUAL_THREADS LOCK_OWNERS",
    "jdk25/to-file.txt, 25.0.3+9, 2026-, LOCK_OWNERS JVM_THREADS",
    "jdk25/to-file.json, 25.0.3+9, 2026-, LOCK_OWNERS JVM_THREADS"
  })
  void tellsVersionAndTime_andWhatIsMissing(String name, String jvm, String time, String missing)
      throws Exception {
    ThreadDump dump = dump(name);

    assertThat(dump.jvm()).contains(jvm);
    assertThat(dump.time()).startsWith(time);
    assertThat(dump.missing()).extracting(Fact::name).containsExactlyInAnyOrder(missing.split(" "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk25/to-file.txt", "jdk25/to-file.json"})
  void hasVirtualThreads_inAFileOfTheJvm(String name) throws Exception {
    ThreadDump dump = dump(name);

    assertThat(dump.threads())
        .filteredOn(DumpedThread::virtual)
        .filteredOn(thread -> !thread.name().startsWith("SubPoller-"))
        .extracting(DumpedThread::name, DumpedThread::state)
        .containsExactlyInAnyOrder(
            tuple("virtual busy", ThreadState.RUNNING),
            tuple("virtual idle", ThreadState.PARKED),
            tuple("virtual reader", ThreadState.IO),
            tuple("virtual clerk", ThreadState.PARKED),
            tuple("virtual client", ThreadState.BLOCKED));
    Lock desk =
        ThreadSummary.of(List.of(dump)).locks().stream()
            .filter(lock -> lock.className().endsWith("$Desk"))
            .findFirst()
            .orElseThrow();
    assertThat(desk.owners()).extracting(Owner::name).containsExactly("virtual clerk");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk21/to-file.txt", "jdk21/to-file.json"})
  void tellsWhatStacksDo_inAFileWithoutStates(String name) throws Exception {
    ThreadDump dump = dump(name);

    assertThat(dump.threads())
        .filteredOn(DumpedThread::virtual)
        .extracting(DumpedThread::name, DumpedThread::state)
        .containsExactlyInAnyOrder(
            tuple("virtual busy", ThreadState.UNKNOWN),
            tuple("virtual idle", ThreadState.PARKED),
            tuple("virtual reader", ThreadState.IO),
            tuple("virtual clerk", ThreadState.PARKED),
            tuple("virtual client", ThreadState.UNKNOWN));
    assertThat(List.of("customer-1", "busy", "philosopher-1"))
        .allMatch(each -> KnownGroups.thread(dump, each).state() == ThreadState.UNKNOWN);
    assertThat(KnownGroups.thread(dump, "cashier").state()).isEqualTo(ThreadState.SLEEPING);
    assertThat(KnownGroups.thread(dump, "night porter").state()).isEqualTo(ThreadState.NOTIFY);
    assertThat(KnownGroups.thread(dump, "acceptor").state()).isEqualTo(ThreadState.IO);
    assertThat(ThreadSummary.of(List.of(dump)).locks()).isEmpty();
    // Who parks outside of an application is at what it waits in, not at how it waits.
    assertThat(String.valueOf(StateRules.place(withoutApplication(dump, "virtual idle"))))
        .startsWith("java.util.concurrent.CountDownLatch.await(");
  }

  private static DumpedThread withoutApplication(ThreadDump dump, String name) {
    DumpedThread thread = KnownGroups.thread(dump, name);
    return new DumpedThread(
        name,
        thread.number(),
        thread.virtual(),
        thread.state(),
        thread.timed(),
        thread.stack().stream().filter(Frame::isJdk).toList(),
        null,
        List.of(),
        "",
        -1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk17/jhsdb.txt", "jdk25/jhsdb.txt", "jdk25/jhsdb-mixed.txt"})
  void refusesWhatJhsdbPrints(String name) throws Exception {
    assertThatThrownBy(() -> dump(name))
        .isInstanceOf(NotADumpException.class)
        .hasMessage(
            file(name)
                + " was printed by jhsdb jstack or jstack -F, whose stacks are not read: take it"
                + " with jstack or jcmd PID Thread.print");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk21/thread-print.txt", "jdk21/jstack-l.txt", "jdk21/signal.log"})
  void countsACarrierOnlyAsOne_whereTheDumpHasNotWhatItCarries(String name) throws Exception {
    ThreadDump dump = dump(name);

    assertThat(dump.threads()).noneMatch(DumpedThread::virtual);
    assertThat(dump.threads())
        .filteredOn(
            thread ->
                thread.stack().stream()
                    .anyMatch(frame -> frame.method().equals("jdk.internal.vm.Continuation.run")))
        .hasSize(3)
        .allMatch(thread -> thread.state() == ThreadState.INTERNAL);
  }

  @Test
  void countsAVirtualThreadInsteadOfItsCarrier_whenItIsMounted() throws Exception {
    ThreadDump dump = dump("jdk25/thread-print.txt");

    List<DumpedThread> virtual = dump.threads().stream().filter(DumpedThread::virtual).toList();
    assertThat(virtual).hasSize(1);
    assertThat(virtual.get(0).state()).isEqualTo(ThreadState.RUNNING);
    assertThat(virtual.get(0).label()).matches("#\\d+");
    assertThat(String.valueOf(virtual.get(0).applicationFrame()))
        .startsWith("org.holdfast.drill.threads.KnownThreads.count(");
    assertThat(dump.threads())
        .filteredOn(thread -> thread.name().startsWith("ForkJoinPool-1-worker"))
        .extracting(DumpedThread::state)
        .contains(ThreadState.INTERNAL);
  }

  @Test
  void findsWhatStaysTheSame_betweenFormatsToo() throws Exception {
    ThreadSummary summary =
        ThreadSummary.of(
            List.of(
                dump("jdk25/jstack-l.txt"),
                dump("jdk25/thread-print.txt"),
                dump("jdk25/to-file.json")));

    assertThat(summary.unchanged().get(0).names())
        .containsExactlyInAnyOrder("customer-1", "customer-2", "customer-3");
    assertThat(summary.unchanged()).anyMatch(same -> same.names().contains("librarian"));
  }
}
