// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Nodes whose every event the test makes, late and out of turn, and a schedule in which no time
 * passes. Ports are the numbers of the nodes, from 1 as sockets want it.
 */
final class VirtualNodes implements HttpEngine, Schedule {
  private static final Duration NEVER = Duration.ofSeconds(100);

  final List<Opened> opened = new ArrayList<>();
  final LoadRecorder recorder = new LoadRecorder("test");
  final Balancer balancer;
  final Map<Integer, Long> due = new TreeMap<>();
  int finished;
  private final List<Target> targets = new ArrayList<>();

  VirtualNodes(String names) {
    for (String name : names.split("")) {
      targets.add(new Target(name, new InetSocketAddress("127.0.0.1", targets.size() + 1)));
    }
    balancer = Balancer.ofAll(targets.size());
  }

  static LoadSettings settings() {
    return new LoadSettings(
        1,
        "/counter",
        new ThinkTime(ThinkTime.Distribution.FIXED, NEVER),
        Duration.ofSeconds(10),
        Duration.ofSeconds(1),
        1,
        0,
        0);
  }

  /** A user whose first request is under way. */
  VirtualUser started(LoadSettings settings) {
    Map<String, Integer> numbers = new HashMap<>();
    targets.forEach(target -> numbers.put(target.name(), numbers.size()));
    VirtualUser user =
        new VirtualUser(
            0,
            settings,
            new LoadDriver.Surroundings(
                this, this, recorder, List.copyOf(targets), numbers, balancer, () -> finished++));
    user.start(100);
    user.onDue(0, 100, 100);
    return user;
  }

  /** The lane's time has come. */
  void wake(VirtualUser user, int lane) {
    Long at = due.remove(lane);
    if (at == null) {
      throw new AssertionError("lane " + lane + " waits for no time, only " + due + " do");
    }
    user.onDue(lane, at, System.nanoTime());
  }

  /** As the balancer does it. */
  void retire(int node, VirtualUser... users) {
    balancer.retire(node);
    for (VirtualUser user : users) {
      user.leave(node);
    }
  }

  Opened last() {
    return opened.get(opened.size() - 1);
  }

  /** The nodes that were connected to, from the first on. */
  List<Integer> asked() {
    return opened.stream().map(Opened::node).toList();
  }

  @Override
  public HttpChannel connect(InetSocketAddress address, long generation, ChannelEvents events) {
    Opened channel = new Opened(address.getPort() - 1, generation, events);
    opened.add(channel);
    return channel;
  }

  @Override
  public void schedule(int slot, long dueNanos) {
    due.put(slot, dueNanos);
  }

  @Override
  public void cancel(int slot) {
    due.remove(slot);
  }

  @Override
  public void start() {}

  @Override
  public void close() {}

  /** The demo application's line of a session that is there. */
  static HttpAnswer line(long counter, String... setCookies) {
    return new HttpAnswer(
        200, List.of(setCookies), "true", "", "", true, ScriptedServer.line(counter));
  }

  static HttpAnswer status(int status) {
    return new HttpAnswer(status, List.of(), "", "", "", true, "");
  }

  /** A connection that a user began to open. */
  static final class Opened implements HttpChannel {
    private final int node;
    private final long generation;
    private final ChannelEvents events;
    final List<String> sent = new ArrayList<>();
    boolean closed;

    Opened(int node, long generation, ChannelEvents events) {
      this.node = node;
      this.generation = generation;
      this.events = events;
    }

    int node() {
      return node;
    }

    Opened connected() {
      events.onConnected(generation, this);
      return this;
    }

    void refused() {
      events.onRefused(generation, new ConnectException("refused"));
    }

    void answered(HttpAnswer answer) {
      events.onAnswer(generation, answer);
    }

    void ended() {
      events.onClosed(generation, FailureKind.LOST_IN_FLIGHT);
    }

    /** It answered more than an engine reads. */
    void endedAsTooLong() {
      events.onClosed(generation, FailureKind.ANSWER_TOO_LONG);
    }

    @Override
    public void send(String target, String cookie, RequestBody body) {
      sent.add(target + " " + cookie);
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
