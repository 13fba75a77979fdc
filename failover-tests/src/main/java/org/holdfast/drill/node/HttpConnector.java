// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.catalina.connector.Connector;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

/**
 * Sets up the HTTP port of a node for load: connections live on, threads are there before they are
 * needed.
 */
final class HttpConnector {
  /**
   * Requests served at once; each may wait for an acknowledgement, so more than there are
   * processors.
   */
  static final int THREADS = 64;

  private static final int CONNECTIONS = 16_000;
  static final int WAITING_CONNECTIONS = 1_000;
  static final int IDLE_MILLIS = 600_000;

  /** A little longer than the demo application holds a request. */
  static final Duration FINISH_TIMEOUT = Duration.ofSeconds(6);

  private static final Duration FINISH_POLL = Duration.ofMillis(2);

  private HttpConnector() {}

  static Connector on(String host, int port) {
    Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
    connector.setPort(port);
    connector.setThrowOnFailure(true);
    set(connector, "address", host);
    // Opens the port when everything behind it serves, not before.
    set(connector, "bindOnInit", "false");
    set(connector, "maxKeepAliveRequests", "-1");
    set(connector, "keepAliveTimeout", Integer.toString(IDLE_MILLIS));
    set(connector, "maxThreads", Integer.toString(THREADS));
    set(connector, "minSpareThreads", Integer.toString(THREADS));
    set(connector, "maxConnections", Integer.toString(CONNECTIONS));
    set(connector, "acceptCount", Integer.toString(WAITING_CONNECTIONS));
    return connector;
  }

  /**
   * Tells early and plainly that a port cannot be had; Tomcat would say so in many lines, after the
   * node has joined its cluster.
   *
   * @throws NodeStartException if nobody can listen on {@code host} and {@code port}
   */
  static void checkFree(String host, int port) throws NodeStartException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(InetAddress.getByName(host), port));
    } catch (IOException e) {
      throw new NodeStartException(
          "cannot serve HTTP on "
              + host
              + ":"
              + port
              + ": "
              + reason(e)
              + "; choose a host of this machine and a port that no other process has, or port 0"
              + " for any free one",
          e);
    }
  }

  /**
   * Takes no more connections and waits until the running requests are answered, at most some
   * seconds. What still comes in on connections that are open gets 503.
   *
   * <p>Tomcat's own stop gives a servlet two seconds, and the acknowledgement that its response may
   * still wait for none.
   */
  static void finishRequests(Connector connector) {
    connector.pause();
    if (!(connector.getProtocolHandler().getExecutor() instanceof ThreadPoolExecutor threads)) {
      return;
    }
    long deadline = System.nanoTime() + FINISH_TIMEOUT.toNanos();
    while (threads.getActiveCount() > 0 && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(FINISH_POLL.toNanos());
    }
  }

  private static String reason(IOException e) {
    return e instanceof UnknownHostException ? "unknown host" : String.valueOf(e.getMessage());
  }

  private static void set(Connector connector, String property, String value) {
    if (!connector.setProperty(property, value)) {
      throw new IllegalStateException(
          "the HTTP connector has no property "
              + property
              + ", which this version of Holdfast needs");
    }
  }
}
