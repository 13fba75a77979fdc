// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import java.io.Closeable;
import java.io.IOException;
import java.lang.Thread.State;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A program with a thread in every state that a dump can show. It prints {@code ready} once each is
 * where it belongs, and ends when its input does. It needs nothing but itself on the class path;
 * virtual threads it has on the JDKs that have them.
 *
 * <p>The dumps beside {@code KnownThreadsTest} are of it, on JDK 11, 17, 21 and 25, each taken by
 *
 * <pre>
 * java -cp failover-tests/target/test-classes org.holdfast.drill.threads.KnownThreads
 * jstack -l PID                                        jstack-l.txt
 * jcmd PID Thread.print                                thread-print.txt
 * kill -3 PID                                          signal.log, other lines put around it
 * jcmd PID Thread.dump_to_file FILE                    to-file.txt    (JDK 21 and newer)
 * jcmd PID Thread.dump_to_file -format=json FILE       to-file.json   (JDK 21 and newer)
 * </pre>
 */
public final class KnownThreads {
  private static final long AN_HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);

  private final Map<Thread, State> expected = new LinkedHashMap<>();
  private final CountDownLatch never = new CountDownLatch(1);
  private final CountDownLatch locksTaken = new CountDownLatch(2);
  private final List<Closeable> sockets = new ArrayList<>();

  private KnownThreads() {}

  /** What the customers are blocked by. */
  private static final class Till {}

  /** What a virtual thread is blocked by. */
  private static final class Desk {}

  /** What waiters wait for. */
  private static final class Bell {}

  /** What two threads want of each other. */
  private static final class Fork {}

  /** Work that may be interrupted or fail, which ends its thread. */
  private interface Work {
    void run() throws InterruptedException, IOException;
  }

  /** Runs until the input ends. */
  public static void main(String[] arguments) throws Exception {
    KnownThreads threads = new KnownThreads();
    threads.startBlocked();
    threads.startWaiting();
    threads.startInputOutput();
    threads.startDeadlock();
    threads.startVirtual();
    threads.awaitPlaces();
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Only the end counts.
    }
    System.exit(0);
  }

  private Thread start(String name, State state, Work work) {
    Thread thread = new Thread(() -> runUntilInterrupted(work), name);
    thread.setDaemon(name.startsWith("daemon"));
    expected.put(thread, state);
    thread.start();
    return thread;
  }

  private static void runUntilInterrupted(Work work) {
    try {
      work.run();
    } catch (InterruptedException | IOException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void startBlocked() throws InterruptedException {
    Till till = new Till();
    ReentrantLock book = new ReentrantLock();
    start("cashier", State.TIMED_WAITING, () -> countMoney(till));
    start("librarian", State.WAITING, () -> sortBooks(book));
    locksTaken.await();
    for (int i = 1; i <= 3; i++) {
      start("customer-" + i, State.BLOCKED, () -> pay(till));
    }
    for (int i = 1; i <= 2; i++) {
      start("reader-" + i, State.WAITING, () -> read(book));
    }
    startRelocking();
  }

  private void countMoney(Till till) throws InterruptedException {
    synchronized (till) {
      locksTaken.countDown();
      Thread.sleep(AN_HOUR_MILLIS);
    }
  }

  private static void pay(Till till) {
    synchronized (till) {
      System.out.println("paid");
    }
  }

  private void sortBooks(ReentrantLock book) throws InterruptedException {
    book.lock();
    try {
      locksTaken.countDown();
      never.await();
    } finally {
      book.unlock();
    }
  }

  private static void read(ReentrantLock book) {
    book.lock();
    try {
      System.out.println("read");
    } finally {
      book.unlock();
    }
  }

  /** One that was notified, but does not get its monitor back. */
  private void startRelocking() throws InterruptedException {
    Bell bell = new Bell();
    Thread guest = start("guest", State.BLOCKED, () -> waitFor(bell));
    awaitState(guest, State.WAITING);
    start("host", State.TIMED_WAITING, () -> ringAndHold(bell));
  }

  private static void ringAndHold(Bell bell) throws InterruptedException {
    synchronized (bell) {
      bell.notifyAll();
      Thread.sleep(AN_HOUR_MILLIS);
    }
  }

  private static void waitFor(Bell bell) throws InterruptedException {
    synchronized (bell) {
      while (true) {
        bell.wait();
      }
    }
  }

  private static void waitForAnHour(Bell bell) throws InterruptedException {
    synchronized (bell) {
      bell.wait(AN_HOUR_MILLIS);
    }
  }

  private void startWaiting() {
    start("night porter", State.WAITING, () -> waitFor(new Bell()));
    start("day porter", State.TIMED_WAITING, () -> waitForAnHour(new Bell()));
    start("daemon sleeper", State.TIMED_WAITING, () -> Thread.sleep(AN_HOUR_MILLIS));
    start("odd \"name\" #7 daemon", State.WAITING, LockSupport::park);
    start("busy", State.RUNNABLE, KnownThreads::count);
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            2,
            2,
            1,
            TimeUnit.HOURS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, "pool-" + expected.size());
              expected.put(thread, State.WAITING);
              return thread;
            });
    pool.prestartAllCoreThreads();
  }

  private static void count() {
    long count = 0;
    while (!Thread.currentThread().isInterrupted()) {
      count += Long.numberOfTrailingZeros(count | 1) + 1;
    }
  }

  private void startInputOutput() throws IOException {
    ServerSocket lonely = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Socket client = connected();
    Selector selector = Selector.open();
    // What nobody refers to would be closed, and the reader woken.
    sockets.addAll(List.of(lonely, selector));
    start("acceptor", State.RUNNABLE, lonely::accept);
    start("socket reader", State.RUNNABLE, () -> client.getInputStream().read());
    start("selector", State.RUNNABLE, selector::select);
  }

  private Socket connected() throws IOException {
    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
    sockets.addAll(List.of(server, client));
    return client;
  }

  private void startDeadlock() {
    Fork left = new Fork();
    Fork right = new Fork();
    CountDownLatch both = new CountDownLatch(2);
    start("philosopher-1", State.BLOCKED, () -> eat(left, right, both));
    start("philosopher-2", State.BLOCKED, () -> eat(right, left, both));
  }

  private static void eat(Fork first, Fork second, CountDownLatch both)
      throws InterruptedException {
    synchronized (first) {
      both.countDown();
      both.await();
      synchronized (second) {
        System.out.println("eaten");
      }
    }
  }

  /**
   * Virtual threads: one that works, on a carrier; one that waits, on none; one that reads; and one
   * that waits with a monitor that another wants, which JDK 21 keeps on their carriers, both.
   */
  private void startVirtual() throws ReflectiveOperationException, IOException {
    if (Runtime.version().feature() < 21) {
      return;
    }
    System.setProperty("jdk.virtualThreadScheduler.parallelism", "4");
    Socket client = connected();
    Desk desk = new Desk();
    startVirtual("virtual busy", State.RUNNABLE, KnownThreads::count);
    startVirtual("virtual idle", State.WAITING, never::await);
    startVirtual("virtual reader", State.WAITING, () -> client.getInputStream().read());
    startVirtual("virtual clerk", State.WAITING, () -> serve(desk));
    startVirtual("virtual client", State.BLOCKED, () -> ask(desk));
  }

  private void startVirtual(String name, State state, Work work)
      throws ReflectiveOperationException {
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    Class<?> type = Class.forName("java.lang.Thread$Builder");
    type.getMethod("name", String.class).invoke(builder, name);
    Runnable run = () -> runUntilInterrupted(work);
    Thread thread = (Thread) type.getMethod("start", Runnable.class).invoke(builder, run);
    expected.put(thread, state);
    // Who comes next finds its monitor taken.
    awaitState(thread, state);
  }

  private void serve(Desk desk) throws InterruptedException {
    synchronized (desk) {
      never.await();
    }
  }

  private static void ask(Desk desk) {
    synchronized (desk) {
      System.out.println("asked");
    }
  }

  private void awaitPlaces() throws InterruptedException {
    for (Map.Entry<Thread, State> thread : expected.entrySet()) {
      awaitState(thread.getKey(), thread.getValue());
    }
    for (Map.Entry<String, String> place :
        Map.of(
                "acceptor", "accept",
                "socket reader", "read0",
                "selector", "wait",
                "busy", "count",
                "virtual busy", "count")
            .entrySet()) {
      for (Thread thread : expected.keySet()) {
        while (thread.getName().equals(place.getKey()) && !isIn(thread, place.getValue())) {
          Thread.onSpinWait();
        }
      }
    }
  }

  private static boolean isIn(Thread thread, String method) {
    return Arrays.stream(thread.getStackTrace())
        .limit(2)
        .anyMatch(frame -> frame.getMethodName().equals(method));
  }

  private static void awaitState(Thread thread, State state) {
    while (thread.getState() != state) {
      Thread.onSpinWait();
    }
  }
}
