// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.holdfast.replication.security.PeerSecurity;
import org.holdfast.replication.thread.OneThreadExecutor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of a node that speaks TLS. First it makes a handshake in memory, while the rest of the
 * node starts: the first handshake of a process takes 0.3 s of CPU, on a busy machine longer than a
 * peer waits. Then it looks at the key files, so that the log tells soon whether changed ones can
 * be used, and not when the next connection needs them. Thread-safe.
 */
final class KeyWatch implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(KeyWatch.class);
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  /**
   * The longest wait for a handshake, longer than one takes on a busy machine; the node starts
   * without it then.
   */
  private static final long LONGEST_HANDSHAKE_SECONDS = 5;

  /** The most turns of a handshake: each end sends three flights at most. */
  private static final int MOST_TURNS = 8;

  private static final long CLOSE_WAIT_SECONDS = 2;

  private final @Nullable OneThreadExecutor thread;
  private final @Nullable Future<?> handshake;

  private KeyWatch(@Nullable OneThreadExecutor thread, @Nullable Future<?> handshake) {
    this.thread = thread;
    this.handshake = handshake;
  }

  /** Starts the thread; does nothing if the node speaks no TLS. */
  static KeyWatch begin(String member, PeerSecurity security) {
    return begin(member, security, INTERVAL);
  }

  /**
   * @param interval between two looks at the files
   */
  static KeyWatch begin(String member, PeerSecurity security, Duration interval) {
    if (!security.usesTls()) {
      return new KeyWatch(null, null);
    }
    OneThreadExecutor thread = new OneThreadExecutor("holdfast-keys-" + member);
    Future<?> handshake = thread.submit(() -> rehearse(security));
    Runnable look = () -> look(security);
    Future<?> unused =
        thread.scheduleWithFixedDelay(
            look, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    return new KeyWatch(thread, handshake);
  }

  /** Makes an engine, which looks at the files. The executor would end a task that throws. */
  private static void look(PeerSecurity security) {
    try {
      security.newEngine(false);
    } catch (RuntimeException e) {
      log.debug("the check of the key files for changes failed; the next check follows", e);
    }
  }

  /**
   * Waits for the end of the handshake in memory, at most 5 s: no other handshake shall compete
   * with it.
   */
  void awaitHandshake() {
    if (handshake == null) {
      return;
    }
    try {
      Object unused = handshake.get(LONGEST_HANDSHAKE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | CancellationException | TimeoutException e) {
      log.debug("the TLS handshake in memory did not complete", e);
    }
  }

  private static void rehearse(PeerSecurity security) {
    try {
      boolean unused = completesHandshake(security);
    } catch (SSLException e) {
      // The node does not trust its own certificate, for instance: most is loaded by then.
      log.debug("the TLS handshake in memory failed", e);
    }
  }

  /** Makes a handshake of the node with itself; returns whether both ends completed it. */
  static boolean completesHandshake(PeerSecurity security) throws SSLException {
    SSLEngine client = security.newEngine(true);
    SSLEngine server = security.newEngine(false);
    ByteBuffer toServer = ByteBuffer.allocate(2 * client.getSession().getPacketBufferSize());
    ByteBuffer toClient = ByteBuffer.allocate(toServer.capacity());
    client.beginHandshake();
    server.beginHandshake();
    for (int i = 0; i < MOST_TURNS && !(isOver(client) && isOver(server)); i++) {
      turn(client, toClient, toServer);
      turn(server, toServer, toClient);
    }
    return isOver(client) && isOver(server);
  }

  private static boolean isOver(SSLEngine engine) {
    return engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
  }

  /** Reads the bytes that have arrived, and writes those that are due. */
  private static void turn(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
    ByteBuffer plaintext = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
    in.flip();
    while (in.hasRemaining() && engine.unwrap(in, plaintext).bytesConsumed() > 0) {
      runTasks(engine);
    }
    in.compact();
    while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
      engine.wrap(ByteBuffer.allocate(0), out);
      runTasks(engine);
    }
  }

  private static void runTasks(SSLEngine engine) {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  /** Ends the thread and waits for it, at most 2 s. */
  @Override
  public void close() {
    if (thread == null) {
      return;
    }
    thread.shutdownNow();
    try {
      boolean unused = thread.awaitTermination(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
