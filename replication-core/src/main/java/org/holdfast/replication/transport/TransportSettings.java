// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The settings with which a member accepts and sends replication. Immutable; start from {@link #of}
 * and change what differs.
 *
 * @param cluster members of another cluster are refused; 1 to 64 characters of {@code
 *     [A-Za-z0-9._-]}
 * @param bindHost host name or address to accept replication on; without TLS, a program that
 *     reaches this address can speak as a member
 * @param port TCP port to accept replication on, 0 to 65535; 0 takes any free one
 * @param maxFrameBytes longest frame sent or accepted, 1 KiB to 1 GiB; must be the same on all
 *     members. A longer one closes its connection
 * @param maxQueuedBytes bytes of frames that may wait for one peer, at least {@code maxFrameBytes};
 *     each frame counts 32 bytes more than its length
 * @param handshakeTimeout longest time from opening a connection to the end of the handshake, 10 ms
 *     to 1 min
 * @param minBackoff pause before the first attempt to reconnect, 1 ms to {@code maxBackoff}; it
 *     doubles with each failure
 * @param maxBackoff longest pause between two attempts, up to 1 min
 * @param stallTimeout a connection that carried nothing for so long, heart-beats included, is
 *     closed and opened again, 60 ms to 1 min; longer than any pause that a peer should be forgiven
 * @param selectorThreads threads that read, deliver and finish writes, 1 to 16; one serves about
 *     four processors
 */
public record TransportSettings(
    String cluster,
    String bindHost,
    int port,
    int maxFrameBytes,
    long maxQueuedBytes,
    Duration handshakeTimeout,
    Duration minBackoff,
    Duration maxBackoff,
    Duration stallTimeout,
    int selectorThreads) {

  private static final Pattern CLUSTER = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final int MIN_FRAME_BOUND = 1024;
  private static final int MAX_FRAME_BOUND = 1 << 30;
  private static final int MAX_SELECTOR_THREADS = 16;
  private static final Duration ONE_MINUTE = Duration.ofMinutes(1);

  /** The time to open a connection: shorter than the second after which Linux repeats a SYN. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(750);

  public TransportSettings {
    if (!CLUSTER.matcher(cluster).matches()) {
      throw new IllegalArgumentException(
          "cluster must be 1 to 64 characters of [A-Za-z0-9._-], was \"" + cluster + "\"");
    }
    if (bindHost.isBlank()) {
      throw new IllegalArgumentException("bindHost must be a host name or address, was blank");
    }
    requireBetween("port", port, 0, 65_535);
    requireBetween("maxFrameBytes", maxFrameBytes, MIN_FRAME_BOUND, MAX_FRAME_BOUND);
    requireBetween("maxQueuedBytes", maxQueuedBytes, maxFrameBytes, Long.MAX_VALUE);
    requireBetween("handshakeTimeout", handshakeTimeout, Duration.ofMillis(10), ONE_MINUTE);
    requireBetween("maxBackoff", maxBackoff, Duration.ofMillis(1), ONE_MINUTE);
    requireBetween("minBackoff", minBackoff, Duration.ofMillis(1), maxBackoff);
    requireBetween("stallTimeout", stallTimeout, Duration.ofMillis(60), ONE_MINUTE);
    requireBetween("selectorThreads", selectorThreads, 1, MAX_SELECTOR_THREADS);
  }

  /**
   * Returns the defaults: any free port of 127.0.0.1, frames to 16 MiB, 64 MiB queued per peer,
   * back-off 20 ms to 1 s, closed after 3 s without progress.
   */
  public static TransportSettings of(String cluster) {
    int selectorThreads = Math.max(1, Math.min(2, Runtime.getRuntime().availableProcessors() / 4));
    return new TransportSettings(
        cluster,
        "127.0.0.1",
        0,
        16 << 20,
        64L << 20,
        Duration.ofSeconds(2),
        Duration.ofMillis(20),
        Duration.ofSeconds(1),
        Duration.ofSeconds(3),
        selectorThreads);
  }

  public TransportSettings withBind(String host, int bindPort) {
    return new TransportSettings(
        cluster,
        host,
        bindPort,
        maxFrameBytes,
        maxQueuedBytes,
        handshakeTimeout,
        minBackoff,
        maxBackoff,
        stallTimeout,
        selectorThreads);
  }

  public TransportSettings withMaxFrameBytes(int bytes) {
    return new TransportSettings(
        cluster,
        bindHost,
        port,
        bytes,
        maxQueuedBytes,
        handshakeTimeout,
        minBackoff,
        maxBackoff,
        stallTimeout,
        selectorThreads);
  }

  public TransportSettings withMaxQueuedBytes(long bytes) {
    return new TransportSettings(
        cluster,
        bindHost,
        port,
        maxFrameBytes,
        bytes,
        handshakeTimeout,
        minBackoff,
        maxBackoff,
        stallTimeout,
        selectorThreads);
  }

  public TransportSettings withHandshakeTimeout(Duration timeout) {
    return new TransportSettings(
        cluster,
        bindHost,
        port,
        maxFrameBytes,
        maxQueuedBytes,
        timeout,
        minBackoff,
        maxBackoff,
        stallTimeout,
        selectorThreads);
  }

  public TransportSettings withBackoff(Duration min, Duration max) {
    return new TransportSettings(
        cluster,
        bindHost,
        port,
        maxFrameBytes,
        maxQueuedBytes,
        handshakeTimeout,
        min,
        max,
        stallTimeout,
        selectorThreads);
  }

  public TransportSettings withStallTimeout(Duration timeout) {
    return new TransportSettings(
        cluster,
        bindHost,
        port,
        maxFrameBytes,
        maxQueuedBytes,
        handshakeTimeout,
        minBackoff,
        maxBackoff,
        timeout,
        selectorThreads);
  }

  /**
   * Returns the longest time for a connection to open, before the handshake, when one to the same
   * member has failed or broken before. It is 750 ms, or the whole {@code handshakeTimeout} if that
   * is shorter.
   */
  public Duration connectTimeout() {
    return handshakeTimeout.compareTo(CONNECT_TIMEOUT) < 0 ? handshakeTimeout : CONNECT_TIMEOUT;
  }

  public TransportSettings withSelectorThreads(int threads) {
    return new TransportSettings(
        cluster,
        bindHost,
        port,
        maxFrameBytes,
        maxQueuedBytes,
        handshakeTimeout,
        minBackoff,
        maxBackoff,
        stallTimeout,
        threads);
  }

  private static void requireBetween(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "%s must be between %,d and %,d, was %,d", name, min, max, value));
    }
  }

  private static void requireBetween(String name, Duration value, Duration min, Duration max) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s must be between %,d ms and %,d ms, was %s",
              name,
              min.toMillis(),
              max.toMillis(),
              inMillis(value)));
    }
  }

  /** Describes a duration of any size, also one that {@link Duration#toMillis} could not hold. */
  private static String inMillis(Duration value) {
    return Math.abs(value.toSeconds()) < Integer.MAX_VALUE
        ? value.toMillis() + " ms"
        : value.toSeconds() + " s";
  }
}
