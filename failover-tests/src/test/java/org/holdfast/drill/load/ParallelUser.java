// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.holdfast.history.Exchange;
import org.holdfast.history.Reply;
import org.holdfast.history.Request;
import org.holdfast.history.SessionLog;

/**
 * A client with one session that sends to any node, from any number of threads, and logs what it
 * was told. Each request waits on the thread that sends it.
 */
public final class ParallelUser {
  private record Identity(String cookie, String fingerprint) {}

  private final List<Target> targets;
  private final HttpEngine engine;
  private final Duration patience;
  private final String query;
  private final SessionLog log;
  private final AtomicInteger turn;
  private final ConcurrentHashMap<Integer, Queue<Connection>> idle = new ConcurrentHashMap<>();
  private final Queue<String> oddAnswers = new ConcurrentLinkedQueue<>();
  private volatile Identity identity = new Identity("", "");
  private volatile Identity former = new Identity("", "");

  /**
   * @param number number of the user; users begin their rounds of the nodes one after the other
   * @param query parameters of each request, empty or with a question mark
   * @param patience longest wait for an answer
   */
  public ParallelUser(
      int number, List<Target> targets, HttpEngine engine, String query, Duration patience) {
    this.targets = targets;
    this.engine = engine;
    this.query = query;
    this.patience = patience;
    this.log = new SessionLog("user " + number);
    this.turn = new AtomicInteger(number);
  }

  public SessionLog log() {
    return log;
  }

  /** Answers that no node may give: neither a right line, nor 503 with Retry-After. */
  public List<String> oddAnswers() {
    return List.copyOf(oddAnswers);
  }

  /** The node after the one that the last caller was given. */
  public int nextNode() {
    return Math.floorMod(turn.getAndIncrement(), targets.size());
  }

  /** Sends one request to {@code node} and waits for what comes of it. */
  public Reply send(int node, Request request) throws InterruptedException {
    return send(node, request, query, identity, true);
  }

  /**
   * The same under the id that was given up last, by a rename or an end; whatever comes of it, the
   * id of the user stays.
   */
  public Reply sendFormer(int node, Request request) throws InterruptedException {
    return send(node, request, query, former, false);
  }

  /** The same with other parameters. */
  public Reply send(int node, Request request, String parameters) throws InterruptedException {
    return send(node, request, parameters, identity, true);
  }

  private Reply send(int node, Request request, String parameters, Identity mine, boolean adopts)
      throws InterruptedException {
    long sent = System.nanoTime();
    Reply reply;
    try {
      HttpAnswer answer = ask(node, path(request) + parameters, mine.cookie);
      reply = read(answer, node);
      if (adopts) {
        adopt(answer, reply, request, mine);
      }
    } catch (TimeoutException e) {
      reply = FailureKind.TIMED_OUT.reply();
    } catch (ExecutionException e) {
      reply = FailureKind.LOST_IN_FLIGHT.reply();
    }
    log.add(
        new Exchange(
            request, sent, System.nanoTime(), targets.get(node).name(), mine.fingerprint, reply));
    return reply;
  }

  /** Sends to {@code node}, and to the ones after it, until one answers; 503 means: ask again. */
  public Reply.Served sendUntilServed(int node, Request request) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    for (int asked = node; ; asked = (asked + 1) % targets.size()) {
      Reply reply = send(asked, request);
      if (reply instanceof Reply.Served served) {
        return served;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError(log.name() + " was never served, last " + reply);
      }
    }
  }

  private HttpAnswer ask(int node, String path, String cookie)
      throws InterruptedException, ExecutionException, TimeoutException {
    Queue<Connection> connections =
        idle.computeIfAbsent(node, none -> new ConcurrentLinkedQueue<>());
    Connection connection = connections.poll();
    if (connection == null) {
      connection = new Connection();
      connection.channel = engine.connect(targets.get(node).address(), 1, connection);
    }
    Connection used = connection;
    CompletableFuture<HttpAnswer> answered = used.next();
    try {
      CompletableFuture<Void> unused = used.connected.thenAccept(open -> open.send(path, cookie));
      HttpAnswer answer =
          CompletableFuture.anyOf(answered, used.closed)
              .thenApply(HttpAnswer.class::cast)
              .get(patience.toNanos(), TimeUnit.NANOSECONDS);
      if (answer.keepAlive()) {
        connections.add(used);
      } else {
        used.channel.close();
      }
      return answer;
    } catch (ExecutionException | TimeoutException e) {
      used.channel.close();
      throw e;
    }
  }

  private Reply read(HttpAnswer answer, int node) {
    Optional<Reply.Served> line =
        answer.status() == 200 ? AnswerLine.parse(answer, "") : Optional.empty();
    if (line.isPresent()) {
      if (line.get().id().equals("none")) {
        return new Reply.NotFound();
      }
      return line.get();
    }
    if (answer.status() == 404) {
      return new Reply.NotFound();
    }
    if (answer.status() == 503 && !answer.retryAfterHeader().isEmpty()) {
      return FailureKind.UNAVAILABLE.reply();
    }
    oddAnswers.add(
        targets.get(node).name() + " answered " + answer.status() + ": " + answer.body());
    return FailureKind.WRONG_ANSWER.reply();
  }

  private void adopt(HttpAnswer answer, Reply reply, Request request, Identity sent) {
    if (request == Request.INVALIDATE && !(reply instanceof Reply.Unanswered)
        || request == Request.RENAME && reply instanceof Reply.Served) {
      former = sent;
    }
    if (reply instanceof Reply.Served served) {
      SessionCookie.find("JSESSIONID", answer.setCookies())
          .ifPresent(found -> identity = new Identity(found.header(), served.id()));
    }
  }

  private static String path(Request request) {
    return switch (request) {
      case CREATE, INCREMENT, CHANGE -> "/counter";
      case READ -> "/peek";
      case RENAME -> "/rename";
      case INVALIDATE -> "/invalidate";
    };
  }

  /** One connection, used by one thread at a time. */
  private static final class Connection implements ChannelEvents {
    final CompletableFuture<HttpChannel> connected = new CompletableFuture<>();
    final CompletableFuture<HttpAnswer> closed = new CompletableFuture<>();
    volatile HttpChannel channel;
    private volatile CompletableFuture<HttpAnswer> waiting = new CompletableFuture<>();

    CompletableFuture<HttpAnswer> next() {
      waiting = new CompletableFuture<>();
      return waiting;
    }

    @Override
    public void onConnected(long generation, HttpChannel opened) {
      connected.complete(opened);
    }

    @Override
    public void onRefused(long generation, Throwable cause) {
      closed.completeExceptionally(cause);
    }

    @Override
    public void onAnswer(long generation, HttpAnswer answer) {
      waiting.complete(answer);
    }

    @Override
    public void onClosed(long generation, FailureKind kind) {
      closed.completeExceptionally(new IOException("the node closed the connection"));
    }
  }
}
