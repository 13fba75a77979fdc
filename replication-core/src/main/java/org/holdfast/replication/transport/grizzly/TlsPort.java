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

package org.holdfast.replication.transport.grizzly;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.glassfish.grizzly.Connection;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.security.PeerSecurity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of TLS that all connections of a port share: keys, threads of handshakes, and how many
 * handshakes strangers may begin. Any thread.
 */
final class TlsPort {
  private static final Logger log = LoggerFactory.getLogger(TlsPort.class);
  private static final int THREADS = 2;
  static final int MAX_HANDSHAKES_OF_ONE_ADDRESS_A_SECOND = 100;
  static final int MAX_HANDSHAKES_A_SECOND = 400;
  private static final int MAX_WAITING_STEPS = 1_024;
  private static final int MAX_PLAINTEXT_PEERS = 1_024;
  private static final long IDLE_SECONDS = 10;

  private final PeerSecurity security;
  private final BiConsumer<Connection<?>, ByteBuffer> reader;
  private final ThreadPoolExecutor handshakes;

  /** The handshakes that peers began in this second. */
  @GuardedBy("this")
  private final Map<InetAddress, Integer> begun = new HashMap<>();

  @GuardedBy("this")
  private int begunInAll;

  @GuardedBy("this")
  private long secondSinceNanos;

  private final LongSupplier nanoClock;

  /** Where members listen: they have a budget of their own. */
  private volatile Set<InetAddress> members = Set.of();

  /** Where the last TLS handshake failed; with {@link Security#MIGRATE} only. */
  private final Set<SocketAddress> plaintext = ConcurrentHashMap.newKeySet();

  /**
   * @param reader reads bytes of a connection, on the selector thread of that
   */
  TlsPort(PeerSecurity security, BiConsumer<Connection<?>, ByteBuffer> reader) {
    this(security, reader, System::nanoTime);
  }

  TlsPort(
      PeerSecurity security, BiConsumer<Connection<?>, ByteBuffer> reader, LongSupplier nanoClock) {
    this.security = security;
    this.reader = reader;
    this.nanoClock = nanoClock;
    this.secondSinceNanos = nanoClock.getAsLong();
    AtomicInteger number = new AtomicInteger();
    this.handshakes =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_WAITING_STEPS),
            step -> {
              Thread thread = new Thread(step, "holdfast-tls-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    handshakes.allowCoreThreadTimeOut(true);
  }

  /** Takes in where members listen. */
  void onListed(Set<InetAddress> addresses) {
    members = Set.copyOf(addresses);
  }

  PeerSecurity security() {
    return security;
  }

  BiConsumer<Connection<?>, ByteBuffer> reader() {
    return reader;
  }

  /** Runs steps of handshakes; rejects one if too many wait. */
  Executor handshakes() {
    return handshakes;
  }

  /**
   * Returns whether a peer at {@code address} may begin a handshake now. One costs milliseconds of
   * CPU before the peer has proven anything.
   */
  synchronized boolean admits(InetAddress address) {
    long now = nanoClock.getAsLong();
    if (now - secondSinceNanos >= TimeUnit.SECONDS.toNanos(1)) {
      secondSinceNanos = now;
      begun.clear();
      begunInAll = 0;
    }
    boolean isOfAMember = members.contains(address);
    if (!isOfAMember && begunInAll >= MAX_HANDSHAKES_A_SECOND
        || begun.getOrDefault(address, 0) >= MAX_HANDSHAKES_OF_ONE_ADDRESS_A_SECOND) {
      return false;
    }
    if (!isOfAMember) {
      begunInAll++;
    }
    begun.merge(address, 1, Integer::sum);
    return true;
  }

  /**
   * Returns whether to try plaintext this time, because the last attempt with TLS failed; the next
   * attempt tries TLS again.
   */
  boolean takesForPlaintext(SocketAddress address) {
    return plaintext.remove(address);
  }

  void failedWithTls(SocketAddress address) {
    if (security.mode() == Security.MIGRATE && plaintext.size() < MAX_PLAINTEXT_PEERS) {
      plaintext.add(address);
    }
  }

  /** Ends the threads. */
  void close(long waitSeconds) throws InterruptedException {
    handshakes.shutdownNow();
    if (!handshakes.awaitTermination(waitSeconds, TimeUnit.SECONDS)) {
      log.warn("a TLS handshake did not end within {} s", waitSeconds);
    }
  }
}
