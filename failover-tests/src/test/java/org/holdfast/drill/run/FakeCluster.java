/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.drill.run;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.NodeStatus;

/** Small HTTP servers in this process that count in maps, and break their word on request. */
final class FakeCluster implements Cluster {

  /** How the cluster keeps its word. */
  enum Honesty {
    /** All nodes count in one map. */
    SHARES,
    /** Each node counts in its own: sessions die with it. */
    SHARES_NOTHING,
    /** Shares, but forgets the last update of each session when a node dies. */
    LOSES_AN_UPDATE,
    /** Shares, but answers 503 from the first death on. */
    NEVER_RECOVERS,
    /** Shares, but no view ever changes. */
    NEVER_CHANGES_VIEW
  }

  private final Honesty honesty;
  private final List<FakeNode> nodes = new ArrayList<>();
  private final Map<String, Integer> shared = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile boolean someoneDied;
  private volatile boolean closed;
  // Read: a request from its count to its answer. Write: a death. So no request straddles one,
  // and what the victim answered last is what its users lose.
  private final ReadWriteLock death = new ReentrantReadWriteLock();

  FakeCluster(int count, Honesty honesty) {
    this.honesty = honesty;
    for (int number = 1; number <= count; number++) {
      nodes.add(new FakeNode("node-" + number));
    }
  }

  boolean closed() {
    return closed;
  }

  @Override
  public List<ClusterNode> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public void close() {
    nodes.forEach(node -> node.server.stop(0));
    threads.shutdownNow();
    closed = true;
  }

  private final class FakeNode implements ClusterNode {
    private final String name;
    private final HttpServer server;
    private final Map<String, Integer> own = new ConcurrentHashMap<>();
    private volatile boolean alive = true;

    FakeNode(String name) {
      this.name = name;
      try {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 500);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      server.setExecutor(threads);
      server.createContext("/", this::serve);
      server.start();
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public InetSocketAddress http() {
      return new InetSocketAddress("127.0.0.1", server.getAddress().getPort());
    }

    @Override
    public void kill() {
      death.writeLock().lock();
      try {
        someoneDied = true;
        alive = false;
        if (honesty == Honesty.LOSES_AN_UPDATE) {
          shared.replaceAll((id, counter) -> counter - 1);
        }
      } finally {
        death.writeLock().unlock();
      }
      server.stop(0);
    }

    @Override
    public boolean alive() {
      return alive;
    }

    @Override
    public Optional<NodeStatus> status() {
      if (!alive) {
        return Optional.empty();
      }
      List<String> view =
          nodes.stream()
              .filter(node -> node.alive || honesty == Honesty.NEVER_CHANGES_VIEW)
              .map(FakeNode::name)
              .toList();
      return Optional.of(new NodeStatus(name, 1, view, true, 0, 0, 0, Map.of()));
    }

    private void serve(HttpExchange exchange) throws IOException {
      death.readLock().lock();
      try (exchange) {
        if (!alive) {
          return;
        }
        if (honesty == Honesty.NEVER_RECOVERS && someoneDied) {
          exchange.sendResponseHeaders(503, -1);
          return;
        }
        Map<String, Integer> counters = honesty == Honesty.SHARES_NOTHING ? own : shared;
        String id = sessionOf(exchange);
        boolean created = id.isEmpty() || !counters.containsKey(id);
        if (created) {
          id = UUID.randomUUID().toString();
        }
        int counter = counters.merge(id, 1, Integer::sum);
        String fingerprint = Integer.toHexString(id.hashCode());
        byte[] line =
            ("counter=" + counter + " session=" + fingerprint + " node=" + name + " new=" + created)
                .getBytes(StandardCharsets.US_ASCII);
        exchange
            .getResponseHeaders()
            .add("Set-Cookie", "JSESSIONID=" + id + "." + name + "; Path=/; HttpOnly");
        exchange.getResponseHeaders().add("X-Holdfast-Protected", "true");
        exchange.sendResponseHeaders(200, line.length);
        exchange.getResponseBody().write(line);
      } finally {
        death.readLock().unlock();
      }
    }

    private String sessionOf(HttpExchange exchange) {
      String cookie = exchange.getRequestHeaders().getFirst("Cookie");
      if (cookie == null) {
        return "";
      }
      String value = cookie.substring(cookie.indexOf('=') + 1);
      return value.substring(0, value.indexOf('.'));
    }
  }
}
