// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.function.IntPredicate;
import org.holdfast.drill.load.ChannelEvents;
import org.holdfast.drill.load.FailureKind;
import org.holdfast.drill.load.HttpAnswer;
import org.holdfast.drill.load.HttpChannel;
import org.holdfast.drill.load.HttpEngine;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Schedule;
import org.holdfast.drill.load.Target;
import org.jspecify.annotations.Nullable;

/**
 * Clock, schedule and network of a crowd in one: time passes only when the test lets it, and then
 * as fast as the machine can. One thread.
 */
public final class VirtualWorld implements HttpEngine, Schedule {

  /** What a server does with a request. */
  @FunctionalInterface
  public interface Server {
    /** Answers through {@code line}, now or later, or does otherwise. */
    void serve(Line line, String target, String cookie, RequestBody body);
  }

  private record Event(long nanos, long order, Runnable what) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private record Due(long nanos) {}

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Map<Integer, Due> due = new HashMap<>();
  private final Map<Integer, Server> servers = new HashMap<>();
  private final List<Line> lines = new ArrayList<>();
  private Schedule.Listener listener = (user, dueNanos, nowNanos) -> {};
  private long now;
  private long order;
  private long lateNanos;
  private boolean deliversLate;
  private boolean failsAtOnce;
  private IntPredicate forgotten = user -> false;
  private @Nullable IOException cannotConnect;

  public long now() {
    return now;
  }

  /** Opens a port; one that nobody opened refuses. */
  public Target open(String name, int port, Server server) {
    servers.put(port, server);
    return new Target(name, new InetSocketAddress("127.0.0.1", port));
  }

  /** Refuses from now on, and drops what is connected. */
  public void kill(int port) {
    servers.remove(port);
    List.copyOf(lines).stream().filter(line -> line.port == port).forEach(Line::reset);
  }

  /** Makes every wake-up late from now on, as a driver without enough CPU is. */
  public void lateBy(long nanos) {
    lateNanos = nanos;
  }

  /** Never wakes these users from now on. */
  public void forget(IntPredicate users) {
    forgotten = users;
  }

  /** Delivers from now on also what happens to connections that users have dropped. */
  void deliverLate() {
    deliversLate = true;
  }

  /** Lets every attempt to connect fail before {@link #connect} returns. */
  void failAtOnce(IOException cause) {
    cannotConnect = cause;
    failsAtOnce = true;
  }

  /** Lets every attempt to connect fail before it leaves the machine, null to let none. */
  public void cannotConnect(@Nullable IOException cause) {
    cannotConnect = cause;
  }

  Crowd crowd(CrowdPlan plan, List<Target> targets, CrowdRecorder recorder) {
    return new Crowd(
        plan,
        targets,
        this,
        recorder,
        this::now,
        heard -> {
          listener = heard;
          return this;
        });
  }

  /** Connections that are open now. */
  int connections() {
    return lines.size();
  }

  public void after(long nanos, Runnable what) {
    events.add(new Event(now + nanos, order++, what));
  }

  /** Lets time pass. */
  public void run(double seconds) {
    long end = now + (long) (seconds * 1e9);
    while (!events.isEmpty() && events.element().nanos <= end) {
      Event next = events.remove();
      now = next.nanos;
      next.what.run();
    }
    now = end;
  }

  /** Drops wake-ups that were taken back; a real schedule has one place a user. */
  void forgetTimeouts() {
    events.clear();
  }

  @Override
  public HttpChannel connect(InetSocketAddress address, long generation, ChannelEvents heard) {
    Line line = new Line(address.getPort(), generation, heard);
    if (failsAtOnce) {
      line.connect();
    } else {
      after(0, line::connect);
    }
    return line;
  }

  @Override
  public void start() {}

  @Override
  public void schedule(int user, long dueNanos) {
    Due mine = new Due(dueNanos);
    due.put(user, mine);
    events.add(
        new Event(
            Math.max(now, dueNanos + lateNanos),
            order++,
            () -> {
              if (Objects.equals(due.get(user), mine) && !forgotten.test(user)) {
                due.remove(user);
                listener.onDue(user, dueNanos, now);
              }
            }));
  }

  @Override
  public void cancel(int user) {
    due.remove(user);
  }

  @Override
  public void close() {}

  public static HttpAnswer ok(String body, String... setCookies) {
    return new HttpAnswer(200, List.of(setCookies), "", "", "", true, body);
  }

  /** One connection, as the server sees it. */
  public final class Line implements HttpChannel {
    private final int port;
    private final long generation;
    private final ChannelEvents heard;
    private boolean open = true;

    Line(int port, long generation, ChannelEvents heard) {
      this.port = port;
      this.generation = generation;
      this.heard = heard;
    }

    public void answer(double afterMillis, HttpAnswer answer) {
      after(
          (long) (afterMillis * 1e6),
          () -> {
            if (open || deliversLate) {
              heard.onAnswer(generation, answer);
            }
          });
    }

    /** Ends the connection at once. */
    public void reset() {
      end(FailureKind.LOST_IN_FLIGHT);
    }

    /** Answers at once with more than an engine reads. */
    public void answerTooLong() {
      end(FailureKind.ANSWER_TOO_LONG);
    }

    private void end(FailureKind kind) {
      if (open || deliversLate) {
        close();
        heard.onClosed(generation, kind);
      }
    }

    @Override
    public void send(String target, String cookie, RequestBody body) {
      Server server = servers.get(port);
      if (open && server != null) {
        server.serve(this, target, cookie, body);
      }
    }

    @Override
    public void close() {
      open = false;
      lines.remove(this);
    }

    private void connect() {
      if (!open) {
        return;
      }
      if (cannotConnect != null) {
        open = false;
        heard.onRefused(generation, cannotConnect);
      } else if (servers.containsKey(port)) {
        lines.add(this);
        heard.onConnected(generation, this);
      } else {
        open = false;
        heard.onRefused(generation, new java.net.ConnectException("Connection refused"));
      }
    }
  }
}
