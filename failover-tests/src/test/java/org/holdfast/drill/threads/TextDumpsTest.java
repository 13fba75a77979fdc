// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.holdfast.drill.threads.ThreadSummary.Lock;
import org.junit.jupiter.api.Test;

/** What the real dumps beside this do not have. */
class TextDumpsTest {
  private static final String START = "Full thread dump OpenJDK 64-Bit Server VM (21.0.1+12):\n\n";
  private static final String END = "JNI global refs: 15, weak refs: 0\n\n";

  static String thread(String name, int number, String state, String... stack) {
    return "\""
        + name
        + "\" #"
        + number
        + " [77] prio=5 os_prio=0 cpu=1.50ms elapsed=3.00s tid=0x00007f00 nid=77 what  [0x00007f01]\n"
        + "   java.lang.Thread.State: "
        + state
        + "\n\t"
        + String.join("\n\t", stack)
        + "\n\n";
  }

  private static ThreadDump only(String text) throws IOException {
    List<ThreadDump> dumps = ThreadDumps.parse("here", text);
    assertThat(dumps).hasSize(1);
    return dumps.get(0);
  }

  @Test
  void readsEachDumpOfALog() throws Exception {
    String dump = START + thread("a", 1, "RUNNABLE", "at org.A.b(A.java:1)") + END;

    List<ThreadDump> dumps =
        ThreadDumps.parse(
            "log", "before\n" + dump + "between\n\tat org.Of.aLog(X.java:1)\n" + dump);

    assertThat(dumps).extracting(ThreadDump::source).containsExactly("log#1", "log#2");
    assertThat(dumps).allMatch(each -> each.threads().size() == 1);
    assertThat(dumps).allMatch(each -> each.threads().get(0).stack().size() == 1);
  }

  @Test
  void readsADumpWithoutItsBeginning_andSaysIfTheEndIsMissing() throws Exception {
    ThreadDump dump = only(thread("a", 1, "RUNNABLE", "at org.A.b(A.java:1)"));

    assertThat(dump.threads()).extracting(DumpedThread::name).containsExactly("a");
    assertThat(dump.missing()).contains(Fact.END);
    assertThat(ThreadReport.lines(ThreadSummary.of(List.of(dump))))
        .contains("not in [1]: the end of the dump: it is cut off");
  }

  @Test
  void isBlocked_whenItWaitsForAClassToBeInitialized() throws Exception {
    ThreadDump dump =
        only(
            START
                + thread(
                    "a",
                    1,
                    "RUNNABLE",
                    "at org.A.b(A.java:1)",
                    "- waiting on the Class initialization monitor for org.Slow")
                + END);

    assertThat(dump.threads().get(0).state()).isEqualTo(ThreadState.BLOCKED);
    assertThat(ThreadSummary.of(List.of(dump)).locks().get(0).className())
        .isEqualTo("initialization of class org.Slow");
  }

  @Test
  void takesTheOwnerFromTheDeadlockSection_whenSynchronizersAreNotListed() throws Exception {
    String lock = "(a java.util.concurrent.locks.ReentrantLock$FairSync)";
    String park = "at jdk.internal.misc.Unsafe.park(java.base@21/Native Method)";
    ThreadDump dump =
        only(
            START
                + thread("a", 1, "WAITING (parking)", park, "- parking to wait for  <0x1> " + lock)
                + thread("b", 2, "WAITING (parking)", park, "- parking to wait for  <0x2> " + lock)
                + END
                + "Found one Java-level deadlock:\n=====\n\"a\":\n"
                + "  waiting for ownable synchronizer 0x1, "
                + lock
                + ",\n  which is held by \"b\"\n\n\"b\":\n"
                + "  waiting for ownable synchronizer 0x2, "
                + lock
                + ",\n  which is held by \"a\"\n\n"
                + "Java stack information for the threads listed above:\n=====\n\"a\":\n\t"
                + park
                + "\n");

    ThreadSummary summary = ThreadSummary.of(List.of(dump));
    assertThat(dump.threads()).hasSize(2);
    assertThat(summary.locks()).extracting(each -> each.owners().get(0).name()).contains("a", "b");
    assertThat(summary.dumps().get(0).deadlocks()).containsExactly(List.of("a", "b"));
  }

  @Test
  void blames_notWhoGaveTheMonitorUpToWait_whenTheReferenceIsLost() throws Exception {
    String monitor = "<0x00000001> (a org.Queue)";
    ThreadDump dump =
        only(
            START
                + thread(
                    "waits",
                    1,
                    "WAITING (on object monitor)",
                    "at java.lang.Object.wait0(java.base@21/Native Method)",
                    "- waiting on <no object reference available>",
                    "at org.Queue.take(Queue.java:7)",
                    "- locked " + monitor)
                + thread(
                    "holds", 2, "RUNNABLE", "at org.Queue.put(Queue.java:3)", "- locked " + monitor)
                + thread(
                    "blocked",
                    3,
                    "BLOCKED (on object monitor)",
                    "at org.Queue.put(Queue.java:3)",
                    "- waiting to lock " + monitor)
                + END);

    Lock lock = ThreadSummary.of(List.of(dump)).locks().get(0);
    assertThat(lock.owners()).extracting(ThreadSummary.Owner::name).containsExactly("holds");
  }

  @Test
  void isBlocked_whenItParksForWhatAnotherThreadOwns() throws Exception {
    ThreadDump dump =
        only(
            START
                + thread(
                    "wants",
                    1,
                    "WAITING (parking)",
                    "at jdk.internal.misc.Unsafe.park(java.base@21/Native Method)",
                    "- parking to wait for  <0x5> (a org.OwnLock$Sync)",
                    "at org.A.b(A.java:1)")
                + thread("has", 2, "RUNNABLE", "at org.A.c(A.java:2)").stripTrailing()
                + "\n\n   Locked ownable synchronizers:\n\t- <0x5> (a org.OwnLock$Sync)\n\n"
                + END);

    Lock lock = ThreadSummary.of(List.of(dump)).locks().get(0);
    assertThat(lock.className()).isEqualTo("org.OwnLock$Sync");
    assertThat(lock.owners()).extracting(ThreadSummary.Owner::name).containsExactly("has");
  }

  @Test
  void tellsStatesAsFarAsStacksDo_whenTheFileHasNone() throws Exception {
    ThreadDump dump =
        only(
            """
            4711
            2023-11-01T10:00:00.5Z
            21.0.1+12

            #1 "main"
                  java.base/java.lang.Thread.sleep0(Native Method)
                  java.base/java.lang.Thread.sleep(Thread.java:509)

            #22 "" virtual
                  java.base/java.lang.VirtualThread.park(VirtualThread.java:582)
                  java.base/sun.nio.ch.Poller.poll(Poller.java:139)
                  org.Shop.read(Shop.java:3)

            #23 "w" virtual
                  org.Shop.work(Shop.java:9)

            """);

    assertThat(dump.threads())
        .extracting(DumpedThread::state)
        .containsExactly(ThreadState.SLEEPING, ThreadState.IO, ThreadState.UNKNOWN);
    assertThat(dump.threads().get(1).label()).isEqualTo("#22");
    assertThat(dump.missing()).contains(Fact.STATES, Fact.LOCKS);
    assertThat(ThreadReport.headline(ThreadSummary.of(List.of(dump))))
        .isEqualTo("none of 3 threads is known to be blocked");
  }

  @Test
  void leavesOneFrameOfALambda_whateverItsAddress() {
    assertThat(
            List.of(
                "org.Shop$$Lambda$14/0x0000000800c03000.run(Unknown Source)",
                "org.Shop$$Lambda/0x00007f0000000456.run(Unknown Source)",
                "loader//org.Shop$$Lambda/0x1.run(Unknown Source)"))
        .extracting(text -> Frame.parse(text).method())
        .containsOnly("org.Shop$$Lambda.run");
  }

  /** As JDK 6 and 7 print it: no numbers of threads, no CPU time, no modules. */
  @Test
  void readsADumpOfAnOldJvm() throws Exception {
    ThreadDump dump =
        only(
            """
            2013-03-04 05:06:07
            Full thread dump Java HotSpot(TM) 64-Bit Server VM (20.45-b01 mixed mode):

            "http-8080-2" daemon prio=10 tid=0x00007f5b8c0f1000 nid=0x3a1f waiting for monitor entry [0x00007f5b7c5f4000]
               java.lang.Thread.State: BLOCKED (on object monitor)
            	at org.example.Log.write(Log.java:9)
            	- waiting to lock <0x00000000e0a1b2c8> (a org.example.Log)
            	at org.example.Shop.pay(Shop.java:17)

            "http-8080-1" daemon prio=10 tid=0x00007f5b8c0ef800 nid=0x3a1e runnable [0x00007f5b7c6f5000]
               java.lang.Thread.State: RUNNABLE
            	at java.net.SocketInputStream.socketRead0(Native Method)
            	at java.net.SocketInputStream.read(SocketInputStream.java:129)
            	at org.example.Log.write(Log.java:12)
            	- locked <0x00000000e0a1b2c8> (a org.example.Log)

            "reader" prio=10 tid=0x00007f5b8c0ee000 nid=0x3a1d waiting on condition [0x00007f5b7c7f6000]
               java.lang.Thread.State: WAITING (parking)
            	at sun.misc.Unsafe.park(Native Method)
            	- parking to wait for  <0x00000000e0a1c000> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)
            	at java.util.concurrent.locks.LockSupport.park(LockSupport.java:156)
            	at org.example.Book.read(Book.java:5)

            "pool-1" prio=10 tid=0x00007f5b8c0ed000 nid=0x3a1c waiting on condition [0x00007f5b7c8f7000]
               java.lang.Thread.State: WAITING (parking)
            	at sun.misc.Unsafe.park(Native Method)
            	- parking to wait for  <0x00000000e0a1d000> (a java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject)
            	at java.util.concurrent.locks.LockSupport.park(LockSupport.java:156)
            	at java.util.concurrent.LinkedBlockingQueue.take(LinkedBlockingQueue.java:399)

            "Signal Dispatcher" daemon prio=10 tid=0x00007f5b8c08b000 nid=0x3a10 runnable [0x0000000000000000]
               java.lang.Thread.State: RUNNABLE

            "VM Thread" prio=10 tid=0x00007f5b8c065000 nid=0x3a0d runnable

            JNI global references: 1234
            """);

    assertThat(dump.threads())
        .extracting(DumpedThread::state)
        .containsExactly(
            ThreadState.BLOCKED,
            ThreadState.IO,
            ThreadState.BLOCKED,
            ThreadState.PARKED,
            ThreadState.INTERNAL,
            ThreadState.INTERNAL);
    assertThat(String.valueOf(StateRules.place(dump.threads().get(3))))
        .startsWith("java.util.concurrent.LinkedBlockingQueue.take(");
    assertThat(dump.missing()).containsOnly(Fact.VIRTUAL_THREADS, Fact.LOCK_OWNERS);
    ThreadSummary summary = ThreadSummary.of(List.of(dump));
    assertThat(ThreadReport.headline(summary)).isEqualTo("2 of 6 threads are blocked on 2 locks");
    assertThat(summary.locks())
        .filteredOn(lock -> lock.className().equals("org.example.Log"))
        .flatExtracting(Lock::owners)
        .extracting(ThreadSummary.Owner::name)
        .containsExactly("http-8080-1");
  }

  /** As the debugger of IntelliJ IDEA exports it. */
  @Test
  void readsADumpOfADebugger() throws Exception {
    ThreadDump dump =
        only(
            """
            Full thread dump

            "wants@712" prio=5 tid=0x1a nid=NA waiting for monitor entry
              java.lang.Thread.State: BLOCKED
            \t waiting for has@711 to release lock on <0x2c9> (a java.lang.Object)
            \t  at org.example.Log.write(Log.java:9)

            "has@711" prio=5 tid=0x19 nid=NA sleeping
              java.lang.Thread.State: TIMED_WAITING
            \t blocks wants@712
            \t  at java.lang.Thread.sleep(Thread.java:-1)
            \t  at org.example.Log.flush(Log.java:12)
            """);

    assertThat(dump.threads())
        .extracting(DumpedThread::state)
        .containsExactly(ThreadState.BLOCKED, ThreadState.SLEEPING);
    Lock lock = ThreadSummary.of(List.of(dump)).locks().get(0);
    assertThat(lock.className()).isEqualTo("java.lang.Object");
    assertThat(lock.owners()).extracting(ThreadSummary.Owner::name).containsExactly("has@711");
  }

  @Test
  void isOfTheJdk_byModuleOrElseByPackage() {
    assertThat(Frame.parse("java.util.A.b(java.base@17.0.15/A.java:1)").isJdk()).isTrue();
    assertThat(Frame.parse("java.base/java.util.A.b(A.java:1)").isJdk()).isTrue();
    assertThat(Frame.parse("sun.nio.ch.A.b(A.java:1)").isJdk()).isTrue();
    assertThat(Frame.parse("org.Shop.pay(Shop.java:1)").isJdk()).isFalse();
    assertThat(Frame.parse("com.sun.x.A.b(shop@1.0/A.java:1)").isJdk()).isFalse();
    assertThat(Frame.parse("app//org.Shop.pay(Shop.java:1)"))
        .isEqualTo(Frame.parse("org.Shop.pay(Shop.java:1)"));
  }
}
