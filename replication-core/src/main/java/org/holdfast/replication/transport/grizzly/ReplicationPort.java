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

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.holdfast.replication.transport.TransportException;
import org.holdfast.replication.transport.TransportSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bound socket on which a member accepts replication. It comes before the member, whose
 * identity contains the port: bind, build the {@link org.holdfast.replication.membership.Member}
 * with {@link #port}, then hand both to {@link GrizzlyTransport}, which closes the port with
 * itself. Peers that connect before {@link GrizzlyTransport#start} wait in the backlog.
 */
public final class ReplicationPort implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ReplicationPort.class);
  private static final int READ_BYTES = 64 * 1024;
  private static final int REHEARSAL_MILLIS = 1_000;

  private final TransportSettings settings;
  private final TCPNIOTransport tcp;
  private final TCPNIOServerConnection server;
  private final int port;
  private final Collection<Thread> selectors;

  private ReplicationPort(
      TransportSettings settings,
      TCPNIOTransport tcp,
      TCPNIOServerConnection server,
      int port,
      Collection<Thread> selectors) {
    this.settings = settings;
    this.selectors = selectors;
    this.tcp = tcp;
    this.server = server;
    this.port = port;
  }

  /**
   * Binds to the address of {@code settings}. Warns if it is not a loopback address, as long as
   * peers are not authenticated.
   *
   * @throws TransportException if the address is taken, unknown or not of this machine
   */
  public static ReplicationPort bind(TransportSettings settings) {
    String where = settings.bindHost() + ":" + settings.port();
    InetSocketAddress address = new InetSocketAddress(settings.bindHost(), settings.port());
    Collection<Thread> selectors = new ConcurrentLinkedQueue<>();
    TCPNIOTransport tcp = newTcp(settings, selectors);
    TCPNIOServerConnection server;
    try {
      if (address.isUnresolved()) {
        throw new IOException("unknown host " + settings.bindHost());
      }
      server = tcp.bind(address);
    } catch (IOException e) {
      throw new TransportException(
          "cannot accept replication on "
              + where
              + ": "
              + e.getMessage()
              + "; choose a host of this machine and a port that no other process has, or port 0"
              + " for any free one",
          e);
    }
    if (!address.getAddress().isLoopbackAddress()) {
      log.warn(
          "the replication port {} is open to the network and peers are not authenticated: whoever"
              + " reaches it can read and change sessions; bind to loopback or close it off with a"
              + " firewall",
          where);
    }
    return new ReplicationPort(
        settings, tcp, server, ((InetSocketAddress) server.getLocalAddress()).getPort(), selectors);
  }

  /** Loads the classes that {@link #bind} needs. Opens no port, runs no thread. */
  public static void prepare() {
    TCPNIOTransport unused = newTcp(TransportSettings.of("none"), new ConcurrentLinkedQueue<>());
  }

  /** Returns the port bound to, also when the settings left it open. */
  public int port() {
    return port;
  }

  /**
   * Has a selector see a connection reset, as when a peer is killed. What Grizzly loads to put that
   * into words took a selector's thread 15 to 50 ms the first time, in which nothing arrived from
   * any other peer either. Connects to the own port once {@link GrizzlyTransport#start} was called,
   * as a peer that goes away before it has said who it is, which nobody is told.
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

  /** Gives the address back; only needed if no transport was made of it. Idempotent. */
  @Override
  public void close() {
    try {
      server.getChannel().close();
    } catch (IOException e) {
      log.warn("cannot close the replication port {}: {}", port, e.getMessage());
    }
  }

  TransportSettings settings() {
    return settings;
  }

  TCPNIOTransport tcp() {
    return tcp;
  }

  /** All threads that were made to read, the ended ones, too. */
  Collection<Thread> selectors() {
    return selectors;
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
