// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.holdfast.drill.fault.FaultException;

/*
 * Threads: THREADS of its own connect at the rate, and none of them waits for an answer;
 * TLS_THREADS at most shake hands; the drill's starts, asks and closes.
 */
/**
 * Programs that are no members and connect to the ports of nodes: some say nothing, some the first
 * byte of a TLS handshake or half a message of it, some speak plaintext, some TLS without a key or
 * in an old version, some send frames that are none. Each stays connected for a second. Of those
 * that speak TLS one in {@value #TLS_EACH} goes through with the handshake; the others send the
 * first message of one, which costs the node as much and them nothing. Half of those that hold a
 * connection and cost the node no CPU call from addresses of this machine at which no node is.
 */
final class Strangers implements AutoCloseable {
  private static final int THREADS = 4;
  private static final int TLS_THREADS = 4;
  private static final int TLS_EACH = 16;

  /** Share of the connections due that must have been opened, else the drill shows nothing. */
  private static final int LEAST_PERCENT = 80;

  /** The longest delay whose connections a thread makes up for; it drops those of a longer one. */
  private static final long CATCH_UP_NANOS = 500_000_000L;

  private static final int CONNECT_MILLIS = 500;
  private static final int TLS_MILLIS = 1_000;

  /** The number of TLS clients without a key of which one must come to the end of the handshake. */
  private static final int SOME_CLIENTS = 4;

  /** Linux answers at each address that begins with 127. */
  private static final boolean HAS_MORE_ADDRESSES = "Linux".equals(System.getProperty("os.name"));

  private static final Duration END = Duration.ofSeconds(10);

  private static final byte FIRST_BYTE_OF_TLS = 22;

  /** The first bytes of a handshake record, whose rest never comes. */
  private static final byte[] HALF_A_HELLO = {22, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3};

  /** How a connection of membership begins: "bela", version, address 127.0.0.1, port 7800. */
  private static final byte[] MEMBERSHIP = {
    'b', 'e', 'l', 'a', 0x51, 0x40, 0, 7, 4, 127, 0, 0, 1, 0x1e, 0x78
  };

  private enum Kind {
    SILENT,
    FIRST_BYTE,
    HALF_A_HANDSHAKE,
    GARBAGE,
    LONG_FRAME,
    SHORT_FRAME,
    MEMBERSHIP,
    TLS_WITHOUT_A_KEY,
    OLD_TLS;

    boolean holdsItsConnection() {
      return this == SILENT || this == FIRST_BYTE || this == HALF_A_HANDSHAKE;
    }
  }

  private final List<InetSocketAddress> targets;
  private final int perSecond;
  private final long pauseNanos;
  private final SSLContext withoutKey = context("TLSv1.3");
  private final SSLContext old = context("TLSv1.2");
  private final byte[] hello = hello(withoutKey);
  private final byte[] oldHello = hello(old);
  private final List<Thread> threads = new ArrayList<>();
  private final ThreadPoolExecutor handshakes =
      new ThreadPoolExecutor(
          0, TLS_THREADS, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), Strangers::daemon);
  private final AtomicLong connections = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong encrypted = new AtomicLong();
  private final AtomicLong withoutKeys = new AtomicLong();
  private final AtomicLong finished = new AtomicLong();
  private final AtomicLong welcomed = new AtomicLong();
  private final long startNanos = System.nanoTime();
  private volatile boolean closed;

  private Strangers(List<InetSocketAddress> targets, int perSecond) {
    this.targets = List.copyOf(targets);
    this.perSecond = perSecond;
    this.pauseNanos = THREADS * 1_000_000_000L / perSecond;
  }

  private static SSLContext context(String version) {
    try {
      SSLContext context = SSLContext.getInstance(version);
      context.init(null, new TrustManager[] {new Credulous()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new FaultException("this JDK has no " + version, e);
    }
  }

  /** Makes the first message of a handshake. */
  private static byte[] hello(SSLContext context) {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(true);
    engine.setEnabledProtocols(new String[] {context.getProtocol()});
    ByteBuffer message = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    try {
      engine.wrap(ByteBuffer.allocate(0), message);
    } catch (SSLException e) {
      throw new FaultException("cannot begin a TLS handshake", e);
    }
    return Arrays.copyOf(message.array(), message.position());
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "stranger");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Begins.
   *
   * @param perSecond connections that they open in a second in all, 1 to 2,000
   */
  static Strangers start(List<InetSocketAddress> targets, int perSecond) {
    Strangers strangers = new Strangers(targets, perSecond);
    for (int i = 0; i < THREADS; i++) {
      Random random = new Random(i);
      strangers.threads.add(daemon(() -> strangers.run(random)));
    }
    strangers.threads.forEach(Thread::start);
    return strangers;
  }

  /**
   * Returns whether enough of the connections that were due until now have been opened.
   *
   * @param refused whether all of them are refused, as by a closed port: counts those instead
   */
  boolean enough(boolean refused) {
    long done = (refused ? failed : connections).get();
    return done > 0 && done * 100 >= due() * LEAST_PERCENT;
  }

  /**
   * Returns whether the node shook hands with any of them, else that they were sent nothing shows
   * nothing; true while too few have tried.
   */
  boolean shookHands() {
    return withoutKeys.get() < SOME_CLIENTS || finished.get() > 0;
  }

  /** Returns what they have done until now, for a report. */
  String words() {
    return String.format(
        Locale.ROOT,
        "strangers: %,d connections of %,d due (%d %% needed), %,d whole TLS clients, %,d of them"
            + " to the end of the handshake; %,d attempts failed",
        connections.get(),
        due(),
        LEAST_PERCENT,
        encrypted.get(),
        finished.get(),
        failed.get());
  }

  private long due() {
    return (long) (perSecond * ((System.nanoTime() - startNanos) / 1e9));
  }

  private void run(Random random) {
    Queue<Socket> held = new ArrayDeque<>();
    long next = System.nanoTime();
    long most = Math.max(1, 1_000_000_000L / pauseNanos);
    while (!closed) {
      InetSocketAddress target = targets.get(random.nextInt(targets.size()));
      Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
      Socket socket = new Socket();
      try {
        if (kind.holdsItsConnection() && isAmongMore(target) && random.nextBoolean()) {
          byte[] elsewhere = {127, 0, 1, (byte) (1 + random.nextInt(250))};
          socket.bind(new InetSocketAddress(InetAddress.getByAddress(elsewhere), 0));
        }
        socket.connect(target, CONNECT_MILLIS);
        connections.incrementAndGet();
        held.add(socket);
        say(kind, socket, random);
      } catch (IOException e) {
        // Refused or closed by the node; a node that is stopped meanwhile refuses all.
        if (!socket.isConnected()) {
          failed.incrementAndGet();
          close(socket);
        }
      }
      while (held.size() > most) {
        close(held.remove());
      }
      next = Math.max(next + pauseNanos, System.nanoTime() - CATCH_UP_NANOS);
      LockSupport.parkNanos(next - System.nanoTime());
    }
    held.forEach(Strangers::close);
  }

  private static boolean isAmongMore(InetSocketAddress target) {
    return HAS_MORE_ADDRESSES && target.getAddress().isLoopbackAddress();
  }

  private void say(Kind kind, Socket socket, Random random) throws IOException {
    switch (kind) {
      case SILENT -> {}
      case FIRST_BYTE -> socket.getOutputStream().write(FIRST_BYTE_OF_TLS);
      case HALF_A_HANDSHAKE -> socket.getOutputStream().write(HALF_A_HELLO);
      case GARBAGE -> socket.getOutputStream().write(random(random, 1 + random.nextInt(500)));
      case LONG_FRAME ->
          socket.getOutputStream().write(ByteBuffer.allocate(8).putInt(Integer.MAX_VALUE).array());
      case SHORT_FRAME -> socket.getOutputStream().write(frame(random(random, 40)));
      case MEMBERSHIP -> {
        socket.getOutputStream().write(MEMBERSHIP);
        socket.getOutputStream().write(frame(random(random, 100)));
      }
      case TLS_WITHOUT_A_KEY -> shakeHands(socket, withoutKey, hello, random);
      case OLD_TLS -> shakeHands(socket, old, oldHello, random);
    }
  }

  private void shakeHands(Socket socket, SSLContext context, byte[] hello, Random random)
      throws IOException {
    if (random.nextInt(TLS_EACH) > 0) {
      socket.getOutputStream().write(hello);
      return;
    }
    try {
      handshakes.execute(() -> tls(socket, context));
    } catch (RejectedExecutionException busy) {
      // This one says nothing.
    }
  }

  private static byte[] random(Random random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] frame(byte[] bytes) {
    return ByteBuffer.allocate(Integer.BYTES + bytes.length)
        .putInt(bytes.length)
        .put(bytes)
        .array();
  }

  /** Shakes hands if the node lets it, and counts what the node then says as a welcome. */
  private void tls(Socket socket, SSLContext context) {
    try {
      SSLSocket client =
          (SSLSocket)
              context.getSocketFactory().createSocket(socket, "127.0.0.1", socket.getPort(), true);
      client.setEnabledProtocols(new String[] {context.getProtocol()});
      client.setSoTimeout(TLS_MILLIS);
      encrypted.incrementAndGet();
      if (context == withoutKey) {
        withoutKeys.incrementAndGet();
      }
      client.startHandshake();
      finished.incrementAndGet();
      if (client.getInputStream().read() >= 0) {
        welcomed.incrementAndGet();
      }
    } catch (IOException refused) {
      // As it should be.
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The node has closed it.
    }
  }

  /**
   * Ends all connections.
   *
   * @throws FaultException if a node sent anything to a stranger over TLS
   */
  @Override
  public void close() {
    stop();
    if (welcomed.get() > 0) {
      throw new FaultException(
          welcomed.get() + " of " + connections + " strangers without a key were sent something");
    }
  }

  /** Ends all connections, whatever came of them. */
  void stop() {
    closed = true;
    try {
      long end = System.nanoTime() + END.toNanos();
      for (Thread thread : threads) {
        thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
      }
      handshakes.shutdownNow();
      boolean unused =
          handshakes.awaitTermination(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Takes any server for the right one. */
  private static final class Credulous implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authenticationType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authenticationType) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
