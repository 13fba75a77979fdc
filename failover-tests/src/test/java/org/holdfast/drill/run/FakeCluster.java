// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.fault.Effect;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.load.LoadSettings;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.scenario.Scenario;

/** Small HTTP servers in this process that count in maps, and break their word on request. */
final class FakeCluster implements Cluster {

  private final Honesty honesty;
  private final List<FakeNode> nodes = new ArrayList<>();
  private final Map<String, Session> shared = new ConcurrentHashMap<>();
  private final Map<String, Session> ended = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile boolean someoneDied;
  private volatile boolean closed;
  private volatile Effect effect = Effect.SEEN;
  private volatile Optional<String> trace = Optional.empty();
  // Read: a request from its count to its answer. Write: a death. So no request straddles one,
  // and what the victim answered last is what its users lose.
  private final ReadWriteLock death = new ReentrantReadWriteLock();

  FakeCluster(int count, Honesty honesty) {
    this.honesty = honesty;
    for (int number = 1; number <= count; number++) {
      nodes.add(new FakeNode("node-" + number));
    }
  }

  /** A drill of a few seconds whose users think for 100 ms. */
  static DrillPlan plan(Scenario scenario, AckMode ack, int loginPercent) {
    return new DrillPlan(
        scenario,
        "fake",
        Optional.empty(),
        true,
        ack,
        Scope.MODIFIED_ATTRIBUTE,
        "counter",
        new LoadSettings(
            scenario.users(),
            "/counter",
            new ThinkTime(ThinkTime.Distribution.EXPONENTIAL, Duration.ofMillis(100)),
            Duration.ofSeconds(2),
            Duration.ofMillis(50),
            1,
            4,
            loginPercent),
        Duration.ofMillis(200),
        Duration.ofMillis(500),
        Duration.ofMillis(1_000),
        Duration.ofMillis(1_000),
        1_000_000,
        Optional.empty(),
        Path.of("target"));
  }

  boolean closed() {
    return closed;
  }

  /** What it will say of a fault that lasts. */
  FakeCluster telling(Effect said) {
    effect = said;
    return this;
  }

  /** The figures of {@link #telling}. */
  FakeCluster tracing(String figures) {
    trace = Optional.of(figures);
    return this;
  }

  @Override
  public List<ClusterNode> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public Optional<String> lacks(Fault fault) {
    return fault instanceof Fault.Kill
            || fault instanceof Fault.Stop
            || fault instanceof Fault.Loss
            || fault instanceof Fault.Cut
            || fault instanceof Fault.Pause
        ? Optional.empty()
        : Optional.of("a node of this fake can end, be cut off, hang, or be said to lose packets");
  }

  @Override
  public void inflict(Fault fault, List<ClusterNode> victims) {
    if (fault.endsNode()) {
      victims.forEach(ClusterNode::kill);
    }
    ours(victims).forEach(node -> node.suffer(fault, true));
  }

  private static List<FakeNode> ours(List<ClusterNode> victims) {
    return victims.stream().map(FakeNode.class::cast).toList();
  }

  @Override
  public Effect effect(Fault fault, List<ClusterNode> victims) {
    return effect;
  }

  @Override
  public Optional<String> trace(Fault fault, List<ClusterNode> victims) {
    return trace;
  }

  @Override
  public void heal(Fault fault, List<ClusterNode> victims) {
    ours(victims).forEach(node -> node.suffer(fault, false));
  }

  @Override
  public void start(ClusterNode node, Consumer<String> progress) {
    ((FakeNode) node).start();
  }

  @Override
  public void close() {
    nodes.forEach(node -> node.server.stop(0));
    threads.shutdownNow();
    closed = true;
  }

  private static final class Session {
    final AtomicInteger counter = new AtomicInteger();
    final AtomicInteger version = new AtomicInteger();
    volatile String servedBy = "";
  }

  private final class FakeNode implements ClusterNode {
    private final String name;
    private final InetSocketAddress http;
    private volatile HttpServer server;
    private final Map<String, Session> own = new ConcurrentHashMap<>();
    private volatile boolean alive = true;

    /** Whether it is in a view of its own; it serves users all the same. */
    private volatile boolean cutOff;

    private volatile boolean hung;

    FakeNode(String name) {
      this.name = name;
      this.server = serveAt(0);
      this.http = new InetSocketAddress("127.0.0.1", server.getAddress().getPort());
    }

    private HttpServer serveAt(int port) {
      try {
        HttpServer opened =
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
        opened.setExecutor(threads);
        opened.createContext("/", this::serve);
        opened.start();
        return opened;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void start() {
      if (alive) {
        throw new ClusterStartException("node " + name + " is running already");
      }
      suffer(new Fault.Cut(Fault.Direction.BOTH), false);
      suffer(new Fault.Pause(), false);
      own.clear();
      alive = true;
      server = serveAt(http.getPort());
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public InetSocketAddress http() {
      return http;
    }

    @Override
    public void kill() {
      death.writeLock().lock();
      try {
        someoneDied = true;
        alive = false;
        if (honesty == Honesty.LOSES_AN_UPDATE) {
          shared.values().forEach(session -> session.counter.decrementAndGet());
        }
        if (honesty == Honesty.LOSES_THE_LAST_OF_THE_DEAD) {
          servedHere().forEach(session -> session.counter.decrementAndGet());
        }
        if (honesty == Honesty.LOSES_MORE_OF_THE_DEAD) {
          servedHere().forEach(session -> session.counter.set(1));
        }
        if (honesty == Honesty.RESURRECTS) {
          shared.putAll(ended);
        }
      } finally {
        death.writeLock().unlock();
      }
      server.stop(0);
    }

    private Stream<Session> servedHere() {
      return shared.values().stream().filter(session -> session.servedBy.equals(name));
    }

    void suffer(Fault fault, boolean begins) {
      cutOff = fault instanceof Fault.Cut ? begins : cutOff;
      synchronized (this) {
        hung = fault instanceof Fault.Pause ? begins : hung;
        notifyAll();
      }
    }

    private synchronized void awaitGoingOn() throws IOException {
      try {
        while (hung) {
          wait();
        }
      } catch (InterruptedException e) {
        throw new IOException("the cluster is closed", e);
      }
    }

    @Override
    public boolean alive() {
      return alive;
    }

    @Override
    public Optional<NodeStatus> status() {
      if (!alive || hung) {
        return Optional.empty();
      }
      List<String> view =
          nodes.stream()
              .filter(node -> isSeen(node) || honesty == Honesty.NEVER_CHANGES_VIEW)
              .map(FakeNode::name)
              .toList();
      return Optional.of(new NodeStatus(name, 1, view, true, 0, 0, 0, Map.of("fenced", 0L)));
    }

    private boolean isSeen(FakeNode node) {
      return node == this || (node.alive && !node.hung && node.cutOff == cutOff);
    }

    private void serve(HttpExchange exchange) throws IOException {
      awaitGoingOn();
      death.readLock().lock();
      try (exchange) {
        if (!alive) {
          return;
        }
        if (honesty == Honesty.NEVER_RECOVERS && someoneDied) {
          exchange.sendResponseHeaders(503, -1);
          return;
        }
        answer(exchange, honesty == Honesty.SHARES_NOTHING ? own : shared);
      } finally {
        death.readLock().unlock();
      }
    }

    private void answer(HttpExchange exchange, Map<String, Session> sessions) throws IOException {
      String id = sessionOf(exchange);
      Session session = sessions.get(id);
      boolean created = false;
      switch (exchange.getRequestURI().getPath()) {
        case "/ping" -> {
          write(exchange, 200, "pong");
          return;
        }
        case "/peek" -> {
          if (session == null) {
            write(exchange, 200, "counter=0 session=none node=" + name + " new=false");
            return;
          }
        }
        case "/rename", "/invalidate" -> {
          if (session == null) {
            write(exchange, 404, "no session");
            return;
          }
          session.version.incrementAndGet();
          if (!staysUnder(exchange)) {
            sessions.remove(id);
          }
          if (isEnd(exchange)) {
            ended.put(id, session);
          } else {
            id = UUID.randomUUID().toString();
            sessions.put(id, session);
          }
        }
        default -> {
          created = session == null;
          if (created) {
            id = UUID.randomUUID().toString();
            session = new Session();
            sessions.put(id, session);
          }
          session.servedBy = name;
          session.counter.incrementAndGet();
          session.version.incrementAndGet();
        }
      }
      if (!isEnd(exchange)) {
        exchange
            .getResponseHeaders()
            .add("Set-Cookie", "JSESSIONID=" + id + "." + name + "; Path=/; HttpOnly");
      }
      exchange.getResponseHeaders().add("X-Holdfast-Protected", "true");
      int epoch = honesty == Honesty.FORGETS_ITS_EPOCH && someoneDied ? 1 : 2;
      exchange.getResponseHeaders().add("X-Holdfast-State", epoch + "/a/1/" + session.version);
      write(
          exchange,
          200,
          "counter="
              + session.counter
              + " session="
              + Integer.toHexString(id.hashCode())
              + " node="
              + name
              + " new="
              + created);
    }

    private boolean staysUnder(HttpExchange exchange) {
      return isEnd(exchange)
          ? honesty == Honesty.RESURRECTS && someoneDied
          : honesty == Honesty.KEEPS_FORMER_IDS;
    }

    private boolean isEnd(HttpExchange exchange) {
      return exchange.getRequestURI().getPath().equals("/invalidate");
    }

    private void write(HttpExchange exchange, int status, String text) throws IOException {
      byte[] line = text.getBytes(StandardCharsets.US_ASCII);
      exchange.sendResponseHeaders(status, line.length);
      exchange.getResponseBody().write(line);
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
