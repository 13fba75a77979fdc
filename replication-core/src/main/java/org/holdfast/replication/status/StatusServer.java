// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.status;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.holdfast.replication.config.Secret;
import org.holdfast.replication.logging.RareLines;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that answers {@code GET /holdfast/status} at an address of its own: in any container,
 * and while all request threads wait. With a token it answers only requests that carry it; without
 * one, every request that reaches the address.
 */
public final class StatusServer implements AutoCloseable {
  /*
   * Threads: the server's own accepts connections, up to THREADS others read requests and answer. A client that does not end
   * its request holds one of these for REQUEST_SECONDS: then another thread interrupts it, which closes the connection.
   */
  public static final String PATH = "/holdfast/status";

  private static final Logger log = LoggerFactory.getLogger(StatusServer.class);

  private static final String SCHEME = "Bearer ";

  private static final int THREADS = 64;
  private static final int WAITING = 100;
  private static final long REQUEST_SECONDS = 2;
  private static final long END_SECONDS = 2;

  private final HttpServer server;
  private final ExecutorService answering;

  private StatusServer(HttpServer server, ExecutorService answering) {
    this.server = server;
    this.answering = answering;
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
   * @param json the source of each answer, called by several threads
   * @throws IllegalStateException if the address cannot be had, or the JDK has no HTTP server
   */
  public static StatusServer start(
      InetSocketAddress address, Secret token, String node, Supplier<String> json) {
    ExecutorService answering = answering(node);
    RareLines rare = new RareLines();
    FutureTask<HttpServer> start =
        new FutureTask<>(
            () -> {
              HttpServer server = HttpServer.create(address, WAITING);
              server.setExecutor(answering);
              server.createContext("/", exchange -> answer(exchange, token, json, rare));
              server.start();
              return server;
            });
    // Its threads inherit from the one that starts them: they are to keep neither the JVM alive
    // nor the class loader of a web application.
    Thread starter = daemon(start, "holdfast-status-" + node);
    starter.start();
    try {
      StatusServer server = new StatusServer(start.get(), answering);
      log.info("node {} reports its status at http:/{}{}", node, server.address(), PATH);
      return server;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      answering.shutdownNow();
      throw new IllegalStateException("interrupted while the status server was starting", e);
    } catch (ExecutionException e) {
      answering.shutdownNow();
      throw new IllegalStateException(
          "cannot report the status at " + text(address) + ": " + e.getCause(), e.getCause());
    }
  }

  private static ExecutorService answering(String node) {
    ThreadFactory factory = task -> daemon(task, "holdfast-status-" + node);
    return new BoundedInTime(factory);
  }

  /** An executor that interrupts a request that takes longer than it may. */
  private static final class BoundedInTime extends ThreadPoolExecutor {
    private final ScheduledThreadPoolExecutor watch;

    BoundedInTime(ThreadFactory factory) {
      super(THREADS, THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
      allowCoreThreadTimeOut(true);
      watch = new ScheduledThreadPoolExecutor(1, factory);
      watch.setRemoveOnCancelPolicy(true);
    }

    @Override
    public void execute(Runnable request) {
      super.execute(
          () -> {
            Future<?> end =
                watch.schedule(
                    Thread.currentThread()::interrupt, REQUEST_SECONDS, TimeUnit.SECONDS);
            try {
              request.run();
            } finally {
              // An interrupt that is under way hits the next request at worst: its client asks
              // again.
              end.cancel(false);
            }
          });
    }

    @Override
    protected void terminated() {
      watch.shutdownNow();
    }
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    return thread;
  }

  private static String text(InetSocketAddress address) {
    String host = address.getHostString();
    return (host.indexOf(':') < 0 ? host : '[' + host + ']') + ":" + address.getPort();
  }

  private static void answer(
      HttpExchange exchange, Secret token, Supplier<String> json, RareLines rare)
      throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().getPath().equals(PATH)) {
        exchange.sendResponseHeaders(404, -1);
      } else if (token.isSet() && !carries(exchange, token)) {
        exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
        exchange.sendResponseHeaders(401, -1);
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        exchange.sendResponseHeaders(405, -1);
      } else {
        byte[] body = json.get().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
      }
    } catch (RuntimeException e) {
      // The server would drop it without a word.
      rare.add(
          "no status",
          System.nanoTime(),
          line -> log.warn(line, e),
          "the status server failed to answer a request");
      throw e;
    }
  }

  /**
   * Returns whether a request carries the token. Takes as long whatever the request carries: the
   * time must not say how much of it is right.
   */
  private static boolean carries(HttpExchange exchange, Secret token) {
    String given = exchange.getRequestHeaders().getFirst("Authorization");
    boolean isBearer = given != null && given.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    String credentials = isBearer ? given.substring(SCHEME.length()).trim() : "";
    return MessageDigest.isEqual(credentials.getBytes(StandardCharsets.UTF_8), token.bytes());
  }

  /**
   * Returns the address at which the server answers; its port is the one found if any was asked
   * for.
   */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  @Override
  public void close() {
    server.stop(0);
    answering.shutdownNow();
    try {
      if (!answering.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
        log.warn("a thread of the status server did not end within {} s", END_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
