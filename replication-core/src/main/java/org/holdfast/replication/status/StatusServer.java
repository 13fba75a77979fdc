// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.status;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.ShutdownChannelGroupException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.holdfast.replication.config.Secret;
import org.holdfast.replication.logging.RareLines;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Threads: THREADS of the channel group accept, read, ask for the status and write, and wait for no reader. They list
 * connections in the order of their arrival: the next is accepted once the one before is listed. One more thread closes
 * connections whose time is over.
 * Lock: `lock` guards the connections. None is closed under it.
 * Checked by: StatusServerIT.
 */
/**
 * A server that answers {@code GET /holdfast/status} at an address of its own: in any container,
 * and while all request threads wait. With a token it answers only requests that carry it; without
 * one, every request that reaches the address.
 *
 * <p>A connection carries one request and ends after two seconds, also if its reader does not read.
 * At the bound of {@value #MAX_CONNECTIONS} connections, a new one replaces the oldest of the
 * address that has most. So a reader that sends its request at once gets its answer, however many
 * connections others hold. The JDK's own HTTP server cannot do that: its bound is one for the whole
 * process, and it refuses newcomers at it.
 */
public final class StatusServer implements AutoCloseable {
  public static final String PATH = "/holdfast/status";

  /** The most connections at a time. */
  static final int MAX_CONNECTIONS = 256;

  /** The longest time of a connection. */
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private static final Logger log = LoggerFactory.getLogger(StatusServer.class);
  private static final String SCHEME = "Bearer ";
  private static final int THREADS = 4;

  /** The connections that wait in the operating system; an accept takes less than a millisecond. */
  private static final int BACKLOG = 512;

  /** The pause after a connection that could not be accepted, for want of open files perhaps. */
  private static final long PAUSE_MILLIS = 100;

  private static final long END_SECONDS = 2;

  private final AsynchronousChannelGroup group;
  private final AsynchronousServerSocketChannel channel;
  private final ScheduledThreadPoolExecutor watch;
  private final Collection<Thread> threads;
  private final InetSocketAddress address;
  private final Secret token;
  private final Supplier<String> json;
  private final Duration limit;
  private final RareLines rare = new RareLines();
  private final Acceptor acceptor = new Acceptor();
  private final Object lock = new Object();

  /** A connection's remote address, and the task that ends its time. */
  private record Open(InetAddress from, Future<?> end) {}

  /** The connections, the oldest first. */
  @GuardedBy("lock")
  private final Map<StatusConnection, Open> connections = new LinkedHashMap<>();

  private StatusServer(
      InetSocketAddress wanted,
      Secret token,
      Supplier<String> json,
      Duration limit,
      ThreadFactory factory,
      Collection<Thread> threads)
      throws IOException {
    this.token = token;
    this.json = json;
    this.limit = limit;
    this.threads = threads;
    this.group = AsynchronousChannelGroup.withFixedThreadPool(THREADS, factory);
    this.watch = new ScheduledThreadPoolExecutor(1, factory);
    watch.setRemoveOnCancelPolicy(true);
    try {
      boolean unused = watch.prestartCoreThread(); // here, no connection depends on it yet
      this.channel = AsynchronousServerSocketChannel.open(group).bind(wanted, BACKLOG);
      this.address = (InetSocketAddress) channel.getLocalAddress();
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Returns the address that {@code hostAndPort} means now; unresolved, if its host is unknown.
   *
   * @param hostAndPort {@code host:port}, {@code [host]:port}
   */
  public static InetSocketAddress address(String hostAndPort) {
    int colon = hostAndPort.lastIndexOf(':');
    String host = hostAndPort.substring(0, colon).replaceAll("[\\[\\]]", "");
    return new InetSocketAddress(host, Integer.parseInt(hostAndPort.substring(colon + 1)));
  }

  /**
   * Starts a server, which answers from now on.
   *
   * @param address the address to bind; port 0 for any free one
   * @param token the token that each request has to carry, if it is set
   * @param node the name of the node, for names of threads
   * @param json the source of each answer, called by several threads; must not wait
   * @throws IllegalStateException if the address cannot be had
   */
  public static StatusServer start(
      InetSocketAddress address, Secret token, String node, Supplier<String> json) {
    return start(address, token, node, json, LIMIT);
  }

  /**
   * Starts a server as {@link #start(InetSocketAddress, Secret, String, Supplier)} does.
   *
   * @param limit the longest time of a connection
   */
  static StatusServer start(
      InetSocketAddress address, Secret token, String node, Supplier<String> json, Duration limit) {
    Collection<Thread> threads = new ConcurrentLinkedQueue<>();
    ThreadFactory factory = task -> daemon(task, "holdfast-status-" + node, threads);
    try {
      StatusServer server = new StatusServer(address, token, json, limit, factory, threads);
      server.accept();
      log.info("node {} reports its status at http:/{}{}", node, server.address(), PATH);
      return server;
    } catch (IOException | RuntimeException e) {
      throw new IllegalStateException("cannot report the status at " + text(address) + ": " + e, e);
    }
  }

  /**
   * Creates a thread that keeps neither the JVM alive nor the class loader of a web application.
   */
  private static Thread daemon(Runnable task, String name, Collection<Thread> threads) {
    Thread thread = new Thread(null, task, name, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    threads.removeIf(each -> each.getState() == Thread.State.TERMINATED);
    threads.add(thread);
    return thread;
  }

  private static String text(InetSocketAddress address) {
    String host = address.getHostString();
    return (host.indexOf(':') < 0 ? host : '[' + host + ']') + ":" + address.getPort();
  }

  // connections

  private void accept() {
    try {
      channel.accept(null, acceptor);
    } catch (ShutdownChannelGroupException ending) {
      // Nobody is to be accepted any more.
    }
  }

  private final class Acceptor implements CompletionHandler<AsynchronousSocketChannel, Void> {
    @Override
    public void completed(AsynchronousSocketChannel accepted, Void nothing) {
      boolean isListed = false;
      StatusConnection connection =
          new StatusConnection(accepted, StatusServer.this::answer, StatusServer.this::closed);
      try {
        isListed = list(connection, accepted);
      } finally {
        accept(); // not earlier: another thread would list a later connection first
      }
      if (isListed) {
        connection.start();
      } else {
        connection.close();
      }
    }

    @Override
    public void failed(Throwable reason, Void nothing) {
      if (!channel.isOpen()) {
        return;
      }
      try {
        var unused = watch.schedule(StatusServer.this::accept, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
      } catch (RejectedExecutionException ending) {
        return; // Nobody is to be accepted any more.
      }
      // Last: without open files, it may lack a class.
      rare.add(
          "not accepted",
          System.nanoTime(),
          log::warn,
          "cannot accept a connection at " + text(address) + ": " + reason);
    }
  }

  /**
   * Lists a connection as the newest one, in place of another if there are as many as may be.
   * Returns whether it did; if not, the connection or the server has ended.
   */
  private boolean list(StatusConnection connection, AsynchronousSocketChannel accepted) {
    StatusConnection excess;
    try {
      InetAddress from = ((InetSocketAddress) accepted.getRemoteAddress()).getAddress();
      synchronized (lock) {
        Future<?> end = watch.schedule(connection::close, limit.toMillis(), TimeUnit.MILLISECONDS);
        excess = connections.size() < MAX_CONNECTIONS ? null : removeOldestOfTheAddressWithMost();
        connections.put(connection, new Open(from, end));
      }
    } catch (IOException | RejectedExecutionException gone) {
      return false;
    }
    if (excess != null) {
      excess.close();
    }
    return true;
  }

  /** Removes a connection, to be closed once the lock is released. */
  @GuardedBy("lock")
  private @Nullable StatusConnection removeOldestOfTheAddressWithMost() {
    Map<InetAddress, Integer> counts = new HashMap<>();
    int most = 0;
    for (Open open : connections.values()) {
      most = Math.max(most, counts.merge(open.from, 1, Integer::sum));
    }
    for (Iterator<Map.Entry<StatusConnection, Open>> each = connections.entrySet().iterator();
        each.hasNext(); ) {
      Map.Entry<StatusConnection, Open> next = each.next();
      StatusConnection connection = next.getKey();
      Open open = next.getValue();
      if (counts.getOrDefault(open.from, 0) == most) {
        each.remove();
        open.end.cancel(false);
        return connection;
      }
    }
    return null;
  }

  private void closed(StatusConnection connection) {
    Open open;
    synchronized (lock) {
      open = connections.remove(connection);
    }
    if (open != null) {
      open.end.cancel(false);
    }
  }

  /** Returns how many connections there are. */
  int connections() {
    synchronized (lock) {
      return connections.size();
    }
  }

  // answers

  private StatusAnswer answer(String head) {
    StatusRequest request = StatusRequest.of(head);
    if (request == null) {
      return StatusAnswer.MALFORMED;
    }
    if (!request.path().equals(PATH)) {
      return StatusAnswer.NOT_FOUND;
    }
    if (token.isSet() && !carries(request.authorization(), token)) {
      return StatusAnswer.NO_TOKEN;
    }
    if (!request.method().equals("GET")) {
      return StatusAnswer.READ_ONLY;
    }
    try {
      return StatusAnswer.json(json.get());
    } catch (RuntimeException | Error e) {
      rare.add(
          "no status",
          System.nanoTime(),
          line -> log.warn(line, e),
          "the status server failed to answer a request");
      return StatusAnswer.FAILED;
    }
  }

  /**
   * Returns whether {@code authorization} has the token. Takes the same time for each value: the
   * time must not reveal how much of it is right.
   */
  private static boolean carries(String authorization, Secret token) {
    boolean isBearer = authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    String credentials = isBearer ? authorization.substring(SCHEME.length()).strip() : "";
    return MessageDigest.isEqual(credentials.getBytes(StandardCharsets.UTF_8), token.bytes());
  }

  /**
   * Returns the address at which the server answers; its port is the one found if any was asked
   * for.
   */
  public InetSocketAddress address() {
    return address;
  }

  @Override
  public void close() {
    end();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
    try {
      for (Thread thread : threads) {
        TimeUnit.NANOSECONDS.timedJoin(thread, deadline - System.nanoTime());
        if (thread.isAlive()) {
          log.warn("a thread of the status server did not end within {} s", END_SECONDS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Closes the port and all connections, and lets the threads end. */
  private void end() {
    watch.shutdownNow();
    try {
      group.shutdownNow();
    } catch (IOException e) {
      log.warn("the status server did not stop cleanly: {}", e.getMessage());
    }
  }
}
