// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.GrizzlyFuture;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.membership.MembershipStreams;
import org.holdfast.replication.security.PeerSecurity;
import org.holdfast.replication.transport.TransportException;
import org.holdfast.replication.transport.TransportSettings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bound socket on which a member accepts replication and membership. It comes before the
 * member, whose identity contains the port: bind, build the {@link
 * org.holdfast.replication.membership.Member} with {@link #port}, then hand both to {@link
 * GrizzlyTransport}, which closes the port with itself. Peers that connect before {@link
 * GrizzlyTransport#start} wait in the backlog.
 */
public final class ReplicationPort implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ReplicationPort.class);
  private static final int READ_BYTES = 64 * 1024;
  private static final int REHEARSAL_MILLIS = 1_000;
  private static final long CLOSE_WAIT_SECONDS = 2;

  private final TransportSettings settings;
  private final PeerSecurity security;
  private final TCPNIOTransport tcp;
  private final TCPNIOServerConnection server;
  private final int port;
  private final Collection<Thread> selectors;
  private final GrizzlyMembershipStreams membership;
  private final ExpectedAddresses expected;
  private volatile @Nullable StreamFilter filter;

  private ReplicationPort(
      TransportSettings settings,
      PeerSecurity security,
      TCPNIOTransport tcp,
      TCPNIOServerConnection server,
      int port,
      Collection<Thread> selectors) {
    this.settings = settings;
    this.security = security;
    this.selectors = selectors;
    this.tcp = tcp;
    this.server = server;
    this.port = port;
    this.membership = GrizzlyMembershipStreams.on(this);
    this.expected = new ExpectedAddresses(membership::expects);
  }

  /**
   * Binds to the address of {@code settings}, which must be a loopback one, for plaintext.
   *
   * @throws TransportException if the address is taken, unknown or not of this machine
   * @throws IllegalArgumentException if it is not a loopback address
   */
  public static ReplicationPort bind(TransportSettings settings) {
    return bind(settings, PeerSecurity.plaintext(Security.LOOPBACK), 1);
  }

  /**
   * Binds to the address of {@code settings}.
   *
   * @param security how peers prove that they are members
   * @param ports 1 or more, counted from the port of {@code settings}: the first free one is taken
   * @throws TransportException if the address is taken, unknown or not of this machine
   * @throws IllegalArgumentException if it is not a loopback address and {@code security} is {@link
   *     Security#LOOPBACK}
   */
  public static ReplicationPort bind(TransportSettings settings, PeerSecurity security, int ports) {
    InetSocketAddress first = new InetSocketAddress(settings.bindHost(), settings.port());
    Collection<Thread> selectors = new ConcurrentLinkedQueue<>();
    TCPNIOTransport tcp = newTcp(settings, selectors);
    TCPNIOServerConnection server;
    try {
      if (first.isUnresolved()) {
        throw new IOException("unknown host " + settings.bindHost());
      }
      requireClosed(first, security);
      server = bindFirstFree(tcp, first, ports);
    } catch (IOException e) {
      String last = ports == 1 ? "" : " to " + (settings.port() + ports - 1);
      throw new TransportException(
          "cannot listen on "
              + settings.bindHost()
              + ":"
              + settings.port()
              + last
              + ": "
              + e.getMessage()
              + "; choose a host of this machine and a membershipPort that no other process has",
          e);
    }
    int bound = ((InetSocketAddress) server.getLocalAddress()).getPort();
    warnIfOpen(settings.bindHost() + ":" + bound, security);
    return new ReplicationPort(settings, security, tcp, server, bound, selectors);
  }

  private static void requireClosed(InetSocketAddress first, PeerSecurity security) {
    if (security.mode() == Security.LOOPBACK && !first.getAddress().isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "bindHost "
              + first.getHostString()
              + " is reachable from other machines, and nothing proves that peers are members. Make"
              + " one key for all nodes (java -jar holdfast.jar keystore --out cluster.p12), copy"
              + " it to each, and set:\n"
              + "  keyStore=cluster.p12\n"
              + "  keyStorePasswordFile=cluster.p12.password\n"
              + "or bind to 127.0.0.1, or, on a network where every host may read and change every"
              + " session, set security=none");
    }
  }

  private static void warnIfOpen(String port, PeerSecurity security) {
    if (security.mode() == Security.NONE) {
      log.warn(
          "security is none: any program that reaches the port {} can join, and read and change"
              + " sessions",
          port);
    } else if (security.mode() == Security.MIGRATE) {
      log.warn(
          "security is migrate: until it is tls, any program that reaches the port {} can join, and"
              + " read and change sessions",
          port);
    }
  }

  private static TCPNIOServerConnection bindFirstFree(
      TCPNIOTransport tcp, InetSocketAddress first, int ports) throws IOException {
    for (int i = 0; ; i++) {
      try {
        return tcp.bind(new InetSocketAddress(first.getAddress(), first.getPort() + i));
      } catch (BindException taken) {
        if (i == ports - 1) {
          throw taken;
        }
      }
    }
  }

  /** Returns the streams of membership that share this port; they open once it has been started. */
  public MembershipStreams membership() {
    return membership;
  }

  /** Loads the classes that {@link #bind} needs. Opens no port, runs no thread. */
  public static void prepare() {
    TCPNIOTransport unused = newTcp(TransportSettings.of("none"), new ConcurrentLinkedQueue<>());
  }

  /**
   * Returns the address bound to, which no other member has to look up. One of IPv6 is as in the
   * settings.
   */
  public String host() {
    String host = settings.bindHost();
    InetSocketAddress bound = (InetSocketAddress) server.getLocalAddress();
    return host.indexOf(':') >= 0 ? host : bound.getAddress().getHostAddress();
  }

  /** Returns the port bound to, also when the settings left it open. */
  public int port() {
    return port;
  }

  /**
   * Makes a selector meet a connection reset, as when a peer is killed. Loading Grizzly's classes
   * for it took a selector's thread 15 to 50 ms the first time, in which nothing arrived from any
   * other peer either. Connects to the own port once {@link GrizzlyTransport#start} was called, as
   * a peer that goes away before it has named itself, which is not reported.
   *
   * @throws IOException if the own port cannot be reached within a second
   */
  public void rehearseReset() throws IOException {
    InetAddress bound = InetAddress.getByName(settings.bindHost());
    InetAddress own = bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound;
    try (Socket peer = new Socket()) {
      peer.setSoLinger(true, 0); // closed with a reset
      peer.connect(new InetSocketAddress(own, port), REHEARSAL_MILLIS);
    }
  }

  /**
   * Opens a connection to {@code remote} from the address that is bound here, so that the member
   * there can check the caller. Leaves the address to the operating system if this port is bound to
   * all, or to one of the other family.
   */
  @SuppressWarnings("rawtypes") // Grizzly declares its futures with the raw type.
  GrizzlyFuture<Connection> connect(SocketAddress remote) {
    InetAddress own = ((InetSocketAddress) server.getLocalAddress()).getAddress();
    boolean fits =
        remote instanceof InetSocketAddress there
            && !own.isAnyLocalAddress()
            && own.getClass() == there.getAddress().getClass();
    return fits ? tcp.connect(remote, new InetSocketAddress(own, 0)) : tcp.connect(remote);
  }

  /** Gives the address back; only needed if no transport was made of it. Idempotent. */
  @Override
  public void close() {
    try {
      server.getChannel().close();
    } catch (IOException e) {
      log.warn("cannot close the port {}: {}", port, e.getMessage());
    }
  }

  /**
   * Begins to accept connections.
   *
   * @param onAccept attaches a stream to an accepted connection, before anything is read from it
   */
  void start(Consumer<Connection<?>> onAccept) throws IOException {
    StreamFilter streams = new StreamFilter(security, membership, expected, onAccept);
    filter = streams;
    tcp.setProcessor(
        FilterChainBuilder.stateless().add(new TransportFilter()).add(streams).build());
    try {
      tcp.start();
    } finally {
      ThreadTraces.remove();
    }
  }

  /** Returns the addresses from which members are expected to call. */
  ExpectedAddresses expected() {
    return expected;
  }

  /**
   * Closes every connection and ends every thread. Waits for the threads themselves: their pool
   * says that they have ended a little before.
   */
  void stop() {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSE_WAIT_SECONDS);
    try {
      tcp.shutdownNow();
      StreamFilter streams = filter;
      if (streams != null) {
        streams.close(CLOSE_WAIT_SECONDS);
      }
      for (Thread selector : selectors) {
        TimeUnit.NANOSECONDS.timedJoin(selector, deadline - System.nanoTime());
        if (selector.isAlive()) {
          log.warn("{} did not end within {} s", selector.getName(), CLOSE_WAIT_SECONDS);
        }
      }
    } catch (IOException e) {
      log.warn("the transport did not stop cleanly: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ThreadTraces.remove();
    }
  }

  TransportSettings settings() {
    return settings;
  }

  private static TCPNIOTransport newTcp(TransportSettings settings, Collection<Thread> selectors) {
    TCPNIOTransport tcp =
        TCPNIOTransportBuilder.newInstance()
            .setName("holdfast-transport")
            .setIOStrategy(SameThreadIOStrategy.getInstance())
            .setSelectorRunnersCount(settings.selectorThreads())
            .setReadBufferSize(READ_BYTES)
            .setTcpNoDelay(true)
            .setKeepAlive(true)
            .setReuseAddress(true)
            .build();
    AtomicInteger number = new AtomicInteger();
    tcp.setKernelThreadPoolConfig(
        ThreadPoolConfig.defaultConfig()
            .setCorePoolSize(settings.selectorThreads())
            .setMaxPoolSize(settings.selectorThreads())
            .setThreadFactory(
                task -> {
                  Thread thread =
                      new SelectorThread(
                          tcp.getMemoryManager(),
                          "holdfast-selector-" + number.incrementAndGet(),
                          task);
                  selectors.add(thread);
                  return thread;
                }));
    return tcp;
  }
}
