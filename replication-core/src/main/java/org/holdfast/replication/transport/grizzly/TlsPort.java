// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
import java.util.function.Predicate;
import org.glassfish.grizzly.Connection;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.security.PeerSecurity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of TLS that all connections of a port share: keys, threads of handshakes, and the number
 * of handshakes that strangers may begin. Any thread.
 */
final class TlsPort {
  private static final Logger log = LoggerFactory.getLogger(TlsPort.class);
  private static final int THREADS = 2;

  /**
   * The most handshakes without a proof that one address may begin at once, and the time for each
   * more where no member is expected.
   */
  static final int BURST_OF_ONE_ADDRESS = 32;

  static final long NANOS_EACH_OF_ONE_ADDRESS = 100_000_000L;

  /** The most for all addresses together at which no member is expected. */
  static final int BURST = 256;

  /**
   * The time for each more of these, and for each more of an address where a member is expected:
   * strangers may share that, so it has as much as all strangers elsewhere. A tenth of a core.
   */
  static final long NANOS_EACH = 20_000_000L;

  private static final int MAX_WAITING_STEPS = 1_024;
  private static final int MAX_PLAINTEXT_PEERS = 1_024;
  private static final long IDLE_SECONDS = 10;

  private final PeerSecurity security;
  private final BiConsumer<Connection<?>, ByteBuffer> reader;
  private final ThreadPoolExecutor handshakes;

  /**
   * The time when the handshakes of each address that failed, or are not over, are paid for. Each
   * costs its address an interval, and all addresses together, where no member is expected.
   */
  @GuardedBy("this")
  private final Map<InetAddress, Long> paidForNanos = new HashMap<>();

  @GuardedBy("this")
  private long allPaidForNanos;

  private final LongSupplier nanoClock;

  /** Each of these addresses has a budget of its own. */
  private final Predicate<InetAddress> expected;

  /** The addresses where the last TLS handshake failed; with {@link Security#MIGRATE} only. */
  private final Set<SocketAddress> plaintext = ConcurrentHashMap.newKeySet();

  private final RareLines rare = new RareLines();

  /**
   * @param reader reads bytes of a connection, on the selector thread of that
   * @param expected returns whether a member is expected to call from an address; must not block
   */
  TlsPort(
      PeerSecurity security,
      BiConsumer<Connection<?>, ByteBuffer> reader,
      Predicate<InetAddress> expected) {
    this(security, reader, expected, System::nanoTime);
  }

  TlsPort(
      PeerSecurity security,
      BiConsumer<Connection<?>, ByteBuffer> reader,
      Predicate<InetAddress> expected,
      LongSupplier nanoClock) {
    this.security = security;
    this.reader = reader;
    this.expected = expected;
    this.nanoClock = nanoClock;
    this.allPaidForNanos = nanoClock.getAsLong();
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

  PeerSecurity security() {
    return security;
  }

  BiConsumer<Connection<?>, ByteBuffer> reader() {
    return reader;
  }

  /** Returns the limit of the lines that a peer can cause, whatever it sends. */
  RareLines rare() {
    return rare;
  }

  /** Returns the executor of steps of handshakes; it rejects a step if too many wait. */
  Executor handshakes() {
    return handshakes;
  }

  /**
   * Returns whether to continue a handshake that a peer at {@code address} has begun. One costs
   * milliseconds of CPU before the peer has proven anything. {@link #proven} takes it back.
   */
  synchronized boolean admits(InetAddress address) {
    long now = nanoClock.getAsLong();
    paidForNanos.values().removeIf(until -> until - now <= 0);
    long paidFor = paidForNanos.getOrDefault(address, now);
    long allPaidFor = allPaidForNanos - now > 0 ? allPaidForNanos : now;
    boolean isExpected = expected.test(address);
    long each = nanosEach(isExpected);
    if (paidFor - now > (BURST_OF_ONE_ADDRESS - 1) * each
        || !isExpected && allPaidFor - now > (BURST - 1) * NANOS_EACH) {
      return false;
    }
    paidForNanos.put(address, paidFor + each);
    if (!isExpected) {
      allPaidForNanos = allPaidFor + NANOS_EACH;
    }
    return true;
  }

  /** Takes note that a handshake which was admitted has proven its peer: it costs nothing. */
  synchronized void proven(InetAddress address) {
    boolean isExpected = expected.test(address);
    paidForNanos.computeIfPresent(address, (same, until) -> until - nanosEach(isExpected));
    if (!isExpected) {
      allPaidForNanos -= NANOS_EACH;
    }
  }

  private static long nanosEach(boolean isExpected) {
    return isExpected ? NANOS_EACH : NANOS_EACH_OF_ONE_ADDRESS;
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
      log.warn(
          "a TLS handshake did not end within {} s after the stop of the transport", waitSeconds);
    }
  }
}
