// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.holdfast.drill.threads.ThreadSummary.Lock;

/** What every dump of {@link KnownThreads} must tell, whichever way it was taken. */
final class KnownGroups {
  private static final String OF_THE_PROGRAM = KnownThreads.class.getName();

  private KnownGroups() {}

  static void assertFoundIn(ThreadDump dump) {
    assertStates(dump);
    assertPlaces(dump);
    assertLocks(dump);
    assertThat(ThreadSummary.of(List.of(dump)).dumps().get(0).deadlocks())
        .containsExactly(List.of("philosopher-1", "philosopher-2"));
  }

  private static void assertStates(ThreadDump dump) {
    Map<String, ThreadState> expected =
        new TreeMap<>(
            Map.of(
                "cashier", ThreadState.SLEEPING,
                "librarian", ThreadState.PARKED,
                "customer-1", ThreadState.BLOCKED,
                "customer-2", ThreadState.BLOCKED,
                "customer-3", ThreadState.BLOCKED,
                "reader-1", ThreadState.BLOCKED,
                "reader-2", ThreadState.BLOCKED,
                "guest", ThreadState.BLOCKED,
                "host", ThreadState.SLEEPING));
    expected.putAll(
        Map.of(
            "night porter", ThreadState.NOTIFY,
            "day porter", ThreadState.NOTIFY,
            "daemon sleeper", ThreadState.SLEEPING,
            "odd \"name\" #7 daemon", ThreadState.PARKED,
            "busy", ThreadState.RUNNING,
            "acceptor", ThreadState.IO,
            "socket reader", ThreadState.IO,
            "selector", ThreadState.IO,
            "philosopher-1", ThreadState.BLOCKED,
            "philosopher-2", ThreadState.BLOCKED));
    Map<String, ThreadState> found = new TreeMap<>();
    dump.threads().forEach(thread -> found.put(thread.name(), thread.state()));
    assertThat(found).containsAllEntriesOf(expected);
    assertThat(found.get("Signal Dispatcher")).isEqualTo(ThreadState.INTERNAL);
    assertThat(found.get("Reference Handler")).isEqualTo(ThreadState.INTERNAL);
    assertThat(dump.threads())
        .filteredOn(thread -> thread.name().startsWith("pool-"))
        .hasSize(2)
        .allMatch(thread -> thread.state() == ThreadState.PARKED);
    assertThat(thread(dump, "day porter").timed()).isTrue();
    assertThat(thread(dump, "night porter").timed()).isFalse();
  }

  private static void assertPlaces(ThreadDump dump) {
    Map.of(
            "customer-1", "pay",
            "reader-2", "read",
            "guest", "waitFor",
            "day porter", "waitForAnHour",
            "philosopher-1", "eat",
            "busy", "count")
        .forEach(
            (name, method) ->
                assertThat(String.valueOf(StateRules.place(thread(dump, name))))
                    .startsWith(OF_THE_PROGRAM + "." + method + "(KnownThreads.java:"));
    String pool =
        dump.threads().stream()
            .map(DumpedThread::name)
            .filter(name -> name.startsWith("pool-"))
            .findFirst()
            .orElseThrow();
    assertThat(String.valueOf(StateRules.place(thread(dump, pool))))
        .startsWith("java.util.concurrent.LinkedBlockingQueue.take(");
  }

  private static void assertLocks(ThreadDump dump) {
    List<Lock> locks = ThreadSummary.of(List.of(dump)).locks();
    Lock till = locks.get(0);
    assertThat(till.className()).isEqualTo(OF_THE_PROGRAM + "$Till");
    assertThat(till.waiting()).containsExactly(3);
    assertThat(till.names()).containsExactlyInAnyOrder("customer-1", "customer-2", "customer-3");
    assertOwner(till, "cashier", ThreadState.SLEEPING, "countMoney");
    Lock book = locks.get(1);
    assertThat(book.className()).startsWith("java.util.concurrent.locks.ReentrantLock$");
    assertThat(book.waiting()).containsExactly(2);
    if (dump.missing().contains(Fact.LOCK_OWNERS)) {
      assertThat(book.owners()).isEmpty();
    } else {
      assertOwner(book, "librarian", ThreadState.PARKED, "sortBooks");
    }
    Lock bell =
        locks.stream().filter(lock -> lock.className().endsWith("$Bell")).findFirst().orElseThrow();
    assertThat(bell.names()).containsExactly("guest");
    assertOwner(bell, "host", ThreadState.SLEEPING, "ringAndHold");
  }

  private static void assertOwner(Lock lock, String name, ThreadState state, String method) {
    assertThat(lock.owners()).hasSize(1);
    assertThat(lock.owners().get(0).name()).isEqualTo(name);
    assertThat(lock.owners().get(0).state()).isEqualTo(state);
    assertThat(lock.owners().get(0).place()).startsWith(OF_THE_PROGRAM + "." + method + "(");
  }

  static DumpedThread thread(ThreadDump dump, String name) {
    return dump.threads().stream()
        .filter(thread -> thread.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new AssertionError(
                    String.format(Locale.ROOT, "no thread \"%s\" in %s", name, dump.source())));
  }
}
