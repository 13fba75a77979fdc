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

package org.holdfast.replication.membership.jgroups;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.Membership;
import org.holdfast.replication.membership.MembershipException;
import org.holdfast.replication.membership.View;
import org.jgroups.JChannel;
import org.jgroups.stack.AddressGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Membership by JGroups over TCP.
 *
 * <p>A view may lack the own member: then a process with our name and a later incarnation has
 * joined, and we count as dead. That is logged as an error, since it means that two processes were
 * given one name.
 *
 * <p>Until members authenticate each other, whoever reaches the port can join: bind to loopback or
 * to a private network. {@link #start} warns when the address is not loopback.
 */
public final class JGroupsMembership implements Membership {
  /*
   * Threads: any thread may call start() and close(); JGroups' threads, and during start() the
   * caller's, deliver views under JGroups' view lock and the lock of ViewDelivery.
   * Locks: stateLock guards the fields alone; neither the listener nor anything of JGroups that can
   * wait is called while it is held. A close() during start() waits for it in JGroups, at most as
   * long as start() takes.
   */
  private static final Logger LOG = LoggerFactory.getLogger(JGroupsMembership.class);
  private static final Duration MIN_JOIN_TIMEOUT = Duration.ofMillis(50);
  private static final Duration MAX_JOIN_TIMEOUT = Duration.ofMinutes(1);

  private final MembershipSettings settings;
  private final Object stateLock = new Object();

  @GuardedBy("stateLock")
  private @Nullable JChannel channel;

  @GuardedBy("stateLock")
  private @Nullable ViewDelivery delivery;

  @GuardedBy("stateLock")
  private boolean used;

  /** Prepares a membership; nothing listens and no thread runs before {@link #start}. */
  public JGroupsMembership(MembershipSettings settings) {
    this.settings = settings;
  }

  /**
   * Loads the classes that {@link #start} needs. Opens no port, runs no thread.
   *
   * @throws MembershipException if that fails
   */
  public static void prepare() {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    Member nobody = new Member("nobody", 1, loopback.getHostAddress(), 1);
    MembershipSettings settings =
        MembershipSettings.of("none", nobody.host(), 1, Discovery.local(), nobody);
    try {
      ProtocolStack.open(settings, loopback, MIN_JOIN_TIMEOUT).close();
    } catch (Exception failure) {
      throw new MembershipException("cannot prepare: " + failure, failure);
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>Founding a cluster takes the whole {@code joinTimeout}, unless it is known at once that
   * nobody is there, as each listed address refuses connections; joining one takes some 50 ms; at
   * worst, with members that answer but do not let us in, it takes nine times {@code joinTimeout}.
   *
   * @param joinTimeout between 50 ms and 1 min
   * @throws IllegalStateException if it was started or closed before
   */
  @Override
  public void start(Listener listener, Duration joinTimeout) {
    if (joinTimeout.compareTo(MIN_JOIN_TIMEOUT) < 0
        || joinTimeout.compareTo(MAX_JOIN_TIMEOUT) > 0) {
      throw new IllegalArgumentException(
          "joinTimeout must be between 50 ms and 60,000 ms, was " + joinTimeout.toMillis() + " ms");
    }
    InetAddress address = BindAddress.of(settings);
    ViewDelivery views = new ViewDelivery(settings, listener);
    JChannel opened = open(address, joinTimeout, views);
    connect(opened);
    View first = views.last();
    if (first == null) {
      close();
      throw new MembershipException(
          "member " + settings.self() + " was closed while joining cluster " + settings.cluster());
    }
    report(first, address);
  }

  @Override
  public void close() {
    JChannel closing;
    synchronized (stateLock) {
      used = true;
      closing = channel;
      channel = null;
      if (delivery != null) {
        delivery.stop();
      }
    }
    if (closing != null) {
      closing.close();
      LOG.info("member {} left cluster {}", settings.self().name(), settings.cluster());
    }
  }

  private JChannel open(InetAddress address, Duration joinTimeout, ViewDelivery views) {
    synchronized (stateLock) {
      if (used) {
        throw new IllegalStateException(
            "membership of "
                + settings.self()
                + " in cluster "
                + settings.cluster()
                + " was started or closed before; create a new one");
      }
      used = true;
      JChannel opened;
      try {
        opened = ProtocolStack.open(settings, address, joinTimeout);
      } catch (Exception failure) {
        throw new MembershipException(
            "cannot prepare membership of cluster " + settings.cluster() + ": " + failure, failure);
      }
      opened.setName(settings.self().name());
      opened.addAddressGenerator(new SelfAddress(settings));
      opened.setReceiver(views);
      channel = opened;
      delivery = views;
      return opened;
    }
  }

  private void connect(JChannel opened) {
    try {
      opened.connect("holdfast/" + settings.cluster());
    } catch (Exception failure) {
      close();
      throw new MembershipException(describe(failure), failure);
    }
  }

  private String describe(Exception failure) {
    String join = "cannot join cluster " + settings.cluster() + " as " + settings.self().name();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return join
            + ": "
            + ports()
            + " of "
            + settings.bindHost()
            + " in use ("
            + cause
            + "); stop the other process or choose another membershipPort";
      }
    }
    return join + " from " + settings.bindHost() + ":" + settings.bindPort() + ": " + failure;
  }

  private String ports() {
    int first = settings.bindPort();
    return settings.discovery() instanceof Discovery.Local
        ? "all ports from " + first + " to " + (first + Discovery.LOCAL_PORTS - 1)
        : "port " + first;
  }

  private void report(View first, InetAddress address) {
    LOG.info(
        "member {} is in cluster {} with view {} of {}: {}",
        settings.self(),
        settings.cluster(),
        first.number(),
        first.creator(),
        first.members());
    if (!address.isLoopbackAddress()) {
      LOG.warn(
          "membership of cluster {} listens on {} without authentication: whoever reaches ports"
              + " from {} on can join; keep that network private",
          settings.cluster(),
          address.getHostAddress(),
          settings.bindPort());
    }
    if (first.members().size() == 1
        && settings.discovery() instanceof Discovery.StaticHosts hosts) {
      List<Discovery.HostPort> silent = othersOf(hosts, address);
      if (!silent.isEmpty()) {
        LOG.warn(
            "member {} founded cluster {} alone: no answer from {}; they can still join, until then"
                + " no session has a second copy",
            settings.self().name(),
            settings.cluster(),
            silent.stream().map(JGroupsMembership::named).collect(Collectors.joining(", ")));
      }
    }
  }

  private List<Discovery.HostPort> othersOf(Discovery.StaticHosts hosts, InetAddress self) {
    return hosts.hosts().stream()
        .filter(host -> host.port() != settings.bindPort() || !self.equals(resolve(host)))
        .toList();
  }

  private static String named(Discovery.HostPort host) {
    return resolve(host) == null ? host + " (unknown host)" : host.toString();
  }

  private static @Nullable InetAddress resolve(Discovery.HostPort host) {
    try {
      return InetAddress.getByName(host.host());
    } catch (UnknownHostException unknown) {
      return null;
    }
  }

  /** Gives the channel an address that tells the others who we are. */
  private record SelfAddress(MembershipSettings settings) implements AddressGenerator {
    @Override
    @Deprecated
    public org.jgroups.Address generateAddress() {
      return MemberAddress.of(settings.self());
    }
  }
}
