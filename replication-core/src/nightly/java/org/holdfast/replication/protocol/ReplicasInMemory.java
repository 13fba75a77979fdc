// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;
import java.util.function.LongConsumer;
import org.holdfast.replication.SharedValue;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.replica.Replica;
import org.jspecify.annotations.Nullable;

/**
 * Three real replicas in one process, each with a thread that delivers messages and one that ticks,
 * and clients that ask as the session layer does: acquire, update, wait for the acknowledgement.
 */
final class ReplicasInMemory implements SharedValue {
  /*
   * Threads: clients call request(); each node has its two. `crashed` is read at each message.
   * Lock: the monitor of a node is what an application's lock on a session would be; it is held from the grant to the update
   * and not while the acknowledgement is waited for.
   */
  private static final String KEY = "shared";
  private static final String ATTRIBUTE = "value";
  private static final long MILLI = 1_000_000L;
  private static final long PATIENT = 10_000 * MILLI;
  private static final long GIVE_UP_SECONDS = 20;
  private static final long TICK_MILLIS = 2;
  private static final long LATENCY_NANOS = 1_000_000L;

  private record Frame(Member from, Message message) {}

  private final List<Node> nodes = new ArrayList<>();
  private final boolean faulty;
  private final long freshNanos;
  private volatile boolean crashed;
  private volatile boolean closed;

  /** Loaded anew for each build of the protocol; what it takes is of no meaning. */
  public static final class OfThisBuild implements LongConsumer, SharedValue.Clusters {
    @Override
    public void accept(long ignored) {}

    @Override
    public SharedValue quiet() {
      return new ReplicasInMemory(false, 0);
    }

    @Override
    public SharedValue faulty(long freshNanos) {
      return new ReplicasInMemory(true, freshNanos);
    }
  }

  private ReplicasInMemory(boolean faulty, long freshNanos) {
    this.faulty = faulty;
    this.freshNanos = freshNanos;
    for (int i = 0; i < NODES; i++) {
      nodes.add(new Node(i));
    }
    settle();
    nodes.forEach(Node::start);
  }

  /** Until the first update is protected, everything runs on the constructing thread. */
  private void settle() {
    View view = View.of(1, "memory", nodes.stream().map(node -> node.self).toList());
    nodes.forEach(node -> node.replica.onView(view, now()));
    Node first = nodes.get(0);
    CompletableFuture<Outcome> protection = new CompletableFuture<>();
    for (int i = 0; !nodes.stream().allMatch(node -> node.replica.isSettled()); i++) {
      requireProgress(i);
      step();
    }
    first.newestEpoch =
        first.replica.create(
            KEY, new SessionImage(new byte[0], Map.of(ATTRIBUTE, bytes(0))), -1, now());
    first.newestVersion = Label.FIRST_VERSION;
    first.replica.await(KEY, first.newestEpoch, first.newestVersion, now(), protection::complete);
    for (int i = 0; !protection.isDone(); i++) {
      requireProgress(i);
      step();
    }
    first.replica.end(KEY, first.newestEpoch, now());
  }

  private static void requireProgress(int steps) {
    if (steps > 10_000) {
      throw new IllegalStateException("the cluster did not settle within " + steps + " steps");
    }
  }

  private void step() {
    for (Node node : nodes) {
      for (Frame frame = node.frames.poll(); frame != null; frame = node.frames.poll()) {
        node.replica.onMessage(frame.from, frame.message, now());
      }
      node.replica.tick(now());
    }
  }

  private ReplicaConfig config() {
    return faulty
        ? config(100 * MILLI, 100 * MILLI, 2_000 * MILLI, 300 * MILLI)
        : config(PATIENT, PATIENT / 2, PATIENT, PATIENT);
  }

  private ReplicaConfig config(
      long ackNanos, long silenceNanos, long acquireNanos, long handOverNanos) {
    return new ReplicaConfig(
        1,
        ackNanos,
        freshNanos,
        silenceNanos,
        acquireNanos,
        handOverNanos,
        60 * PATIENT,
        60 * PATIENT,
        100,
        1 << 20,
        Long.MAX_VALUE,
        0,
        false);
  }

  private static long now() {
    return System.nanoTime();
  }

  private boolean passes(int from, int to) {
    return !crashed || from != 0 && to != 0;
  }

  @Override
  public int request(int node, IntUnaryOperator change) {
    long start = now();
    for (int at = node; now() - start < GIVE_UP_SECONDS * 1000 * MILLI; at = (at + 1) % NODES) {
      Integer answer = nodes.get(at).serve(change);
      if (answer != null) {
        return answer;
      }
      if (!faulty) {
        throw new IllegalStateException("refused by node " + node + " though nothing failed");
      }
    }
    throw new IllegalStateException("no node answered within " + GIVE_UP_SECONDS + " s");
  }

  @Override
  public void crash() {
    crashed = true;
    Node dead = nodes.get(0);
    dead.stop();
    for (Node node : nodes.subList(1, NODES)) {
      node.events.add(() -> node.replica.onPeerDown(dead.self));
    }
  }

  @Override
  public void close() {
    closed = true;
    nodes.forEach(Node::stop);
  }

  private static byte[] bytes(int value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
  }

  private static int value(SessionImage image) {
    byte[] bytes = image.attributes().get(ATTRIBUTE);
    if (bytes == null) {
      throw new AssertionError("the session has lost its attribute");
    }
    return ByteBuffer.wrap(bytes).getInt();
  }

  private final class Node {
    final Member self;
    final Replica replica;
    final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();
    final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();

    /** Ends the waiting of this node's clients. */
    final CompletableFuture<Boolean> dead = new CompletableFuture<>();

    private final List<Thread> threads = new ArrayList<>();
    private final int index;

    /** The value that was written here last, and its epoch. Guarded by this. */
    @Nullable Epoch newestEpoch;

    long newestVersion;

    Node(int index) {
      this.index = index;
      self = new Member("n" + index, 1, "127.0.0.1", 7000 + index);
      replica =
          new Replica(
              self,
              config(),
              this::send,
              (key, epoch) -> {},
              new Random(index),
              new ReplicationMetrics());
      threads.add(new Thread(this::deliver, "frames-" + index));
      threads.add(new Thread(this::tick, "protocol-" + index));
    }

    void start() {
      threads.forEach(
          thread -> {
            thread.setDaemon(true);
            thread.start();
          });
    }

    void stop() {
      dead.complete(true);
      threads.forEach(Thread::interrupt);
    }

    private boolean hasSentAndDied(Frame frame) {
      return dead.isDone() && frame.from.equals(self);
    }

    private boolean isDead() {
      return closed || dead.isDone();
    }

    private boolean send(Member to, Message message) {
      for (Node node : nodes) {
        if (node.self.equals(to) && passes(index, node.index)) {
          node.frames.add(new Frame(self, message));
        }
      }
      return true;
    }

    private void deliver() {
      try {
        while (!isDead()) {
          Frame frame = frames.take();
          takeAWhile();
          // The messages of a dead node are lost as well: the worst case.
          if (!isDead() && !nodes.get(0).hasSentAndDied(frame)) {
            replica.onMessage(frame.from, frame.message, now());
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /**
     * Some messages and some requests take a while. On a machine with more threads than processors
     * each would otherwise be over before anybody else goes on: a caller that does not wait for an
     * answer would have it nevertheless, and a hand-over in mid-request would find none.
     */
    private static void takeAWhile() {
      if (ThreadLocalRandom.current().nextInt(4) == 0) {
        LockSupport.parkNanos(LATENCY_NANOS);
      }
    }

    private void tick() {
      try {
        while (!isDead()) {
          Runnable event = events.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
          if (event != null) {
            event.run();
          }
          replica.tick(now());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** Returns the answer to the client, null if it is refused or gets none. */
    @Nullable Integer serve(IntUnaryOperator change) {
      if (isDead()) {
        return null;
      }
      int value;
      long version;
      Epoch epoch;
      synchronized (this) {
        Acquired.Owned owned = acquire();
        if (owned == null) {
          return null;
        }
        epoch = owned.epoch();
        takeAWhile();
        int before = value(owned.image());
        value = change.applyAsInt(before);
        if (!epoch.equals(newestEpoch)) {
          newestEpoch = epoch;
          newestVersion = 0;
        }
        if (value != before) {
          Changes step = new Changes(null, Map.of(ATTRIBUTE, bytes(value)), Set.of());
          newestVersion = replica.update(KEY, epoch, step, false, now());
        }
        version = newestVersion;
      }
      boolean answered = version >= 0 && isProtected(epoch, version);
      replica.end(KEY, epoch, now());
      return answered ? value : null;
    }

    private Acquired.@Nullable Owned acquire() {
      CompletableFuture<Acquired> answer = new CompletableFuture<>();
      replica.acquire(KEY, null, now(), answer::complete);
      return await(answer) instanceof Acquired.Owned owned ? owned : null;
    }

    private boolean isProtected(Epoch epoch, long version) {
      CompletableFuture<Outcome> answer = new CompletableFuture<>();
      replica.await(KEY, epoch, version, now(), answer::complete);
      return await(answer) == Outcome.PROTECTED && !isDead();
    }

    /** Null if the node dies before it answers. */
    private <T> @Nullable T await(CompletableFuture<T> answer) {
      try {
        CompletableFuture.anyOf(answer, dead).get(GIVE_UP_SECONDS, TimeUnit.SECONDS);
        return isDead() ? null : answer.getNow(null);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while node " + index + " was waited for", e);
      } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
        throw new IllegalStateException("node " + index + " does not answer at all", e);
      }
    }
  }
}
