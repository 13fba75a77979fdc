// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.Membership;
import org.holdfast.replication.membership.MembershipException;
import org.holdfast.replication.membership.MembershipStreams;
import org.holdfast.replication.membership.View;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.stack.AddressGenerator;
import org.jgroups.util.TimeScheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@link Membership} by JGroups over {@link MembershipStreams}.
 *
 * <p>A view may lack the own member: then a process with our name has joined later, and we count as
 * dead. That is logged as an error, since it means that two processes were given one name.
 *
 * <p>In plaintext, any process that reaches the port can join: bind to loopback or to a private
 * network.
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
  private static final long LONE_TICK_SECONDS = 10;
  private static final Duration MIN_JOIN_TIMEOUT = Duration.ofMillis(50);
  private static final Duration MAX_JOIN_TIMEOUT = Duration.ofMinutes(1);

  private final MembershipSettings settings;
  private final MembershipStreams streams;
  private final Object stateLock = new Object();

  @GuardedBy("stateLock")
  private @Nullable JChannel channel;

  @GuardedBy("stateLock")
  private @Nullable ViewDelivery delivery;

  private volatile boolean mayHaveMissedOthers;

  @GuardedBy("stateLock")
  private boolean used;

  /**
   * Prepares a membership; it receives nothing and no thread runs before {@link #start}.
   *
   * @param streams closed with this membership
   */
  public JGroupsMembership(MembershipSettings settings, MembershipStreams streams) {
    this.settings = settings;
    this.streams = streams;
  }

  /**
   * Loads the classes that {@link #start} needs. Opens no port, runs no thread.
   *
   * @param streams stay as they are
   * @throws MembershipException if that fails
   */
  public static void prepare(MembershipStreams streams) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    Member nobody = new Member("nobody", 1, loopback.getHostAddress(), 1);
    MembershipSettings settings =
        MembershipSettings.of("none", nobody.host(), 1, Discovery.local(), nobody);
    try {
      Outsiders outsiders = new Outsiders(settings, System::nanoTime, LOG::warn, LOG::info);
      ProtocolStack.open(settings, streams, loopback, MIN_JOIN_TIMEOUT, outsiders).close();
    } catch (Exception failure) {
      throw new MembershipException("cannot prepare membership: " + failure, failure);
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>Founding a cluster takes the whole {@code joinTimeout}, unless each listed address refuses
   * connections, so that no member can be there; joining one takes some 50 ms; at worst, with
   * members that answer but do not let us in, it takes nine times {@code joinTimeout}.
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
    Outsiders outsiders = new Outsiders(settings, System::nanoTime, LOG::warn, LOG::info);
    LoneMember lone =
        new LoneMember(settings, address, outsiders, System::nanoTime, LOG::info, LOG::warn);
    ViewDelivery views = new ViewDelivery(settings, listener, lone::onView);
    JChannel opened = open(address, joinTimeout, views, outsiders);
    connect(opened);
    View first = views.first();
    if (first == null) {
      close();
      throw new MembershipException(
          "member " + settings.self() + " was closed while joining cluster " + settings.cluster());
    }
    boolean alone = first.members().size() == 1;
    mayHaveMissedOthers = alone && asksOthers(address) && !hasEachRefused(opened);
    report(first);
    lone.founded();
    TimeScheduler timer = opened.getProtocolStack().getTransport().getTimer();
    Future<?> unused =
        timer.scheduleWithFixedDelay(lone::tick, LONE_TICK_SECONDS, LONE_TICK_SECONDS, SECONDS);
  }

  @Override
  public boolean mayHaveMissedOthers() {
    return mayHaveMissedOthers;
  }

  @Override
  public boolean hasFoundAllListed(View view) {
    JChannel current;
    synchronized (stateLock) {
      current = channel;
    }
    org.jgroups.stack.ProtocolStack stack = current == null ? null : current.getProtocolStack();
    if (stack == null || !(stack.getTransport() instanceof StreamTransport transport)) {
      return false;
    }
    Predicate<Address> isMember =
        address -> MemberAddress.read(address).filter(view::contains).isPresent();
    ListedHosts hosts = stack.findProtocol(ListedHosts.class);
    return hosts == null
        ? transport.hasFoundAllListed(isMember, address -> false)
        : hosts.knowsAllAddresses() && transport.hasFoundAllListed(isMember, hosts::hasRefused);
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

  private JChannel open(
      InetAddress address, Duration joinTimeout, ViewDelivery views, Outsiders outsiders) {
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
        opened = ProtocolStack.open(settings, streams, address, joinTimeout, outsiders);
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
      if (cause instanceof SecurityException) { // what JGroups makes of a refusal, see JoinGate
        return join + ": " + printable(cause.getMessage());
      }
    }
    return join + " from " + settings.bindHost() + ":" + settings.bindPort() + ": " + failure;
  }

  /** Returns {@code text} with "?" for all but ASCII: a stranger must not break a line of a log. */
  private static String printable(@Nullable String text) {
    return String.valueOf(text).replaceAll("[^\\x20-\\x7e]", "?");
  }

  private void report(View first) {
    LOG.info(
        "member {} is in cluster {} with view {} of {}: {}",
        settings.self(),
        settings.cluster(),
        first.number(),
        first.creator(),
        first.members());
  }

  /** Tells whether this member looks for others elsewhere; looks up names. */
  private boolean asksOthers(InetAddress self) {
    if (settings.discovery() instanceof Discovery.StaticHosts hosts) {
      return hosts.hosts().stream()
          .anyMatch(host -> host.port() != settings.bindPort() || !self.equals(resolve(host)));
    }
    return settings.discovery() instanceof Discovery.DnsName dns && hasOtherAddresses(dns, self);
  }

  /** Returns true for a name that cannot be resolved: a cut hides the name service, too. */
  private static boolean hasOtherAddresses(Discovery.DnsName dns, InetAddress self) {
    try {
      return Arrays.stream(InetAddress.getAllByName(dns.name()))
          .anyMatch(address -> !address.equals(self) && !isOfThisMachine(address));
    } catch (UnknownHostException unknown) {
      return true;
    }
  }

  private static boolean isOfThisMachine(InetAddress address) {
    try {
      return NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException unknown) {
      return false;
    }
  }

  private static boolean hasEachRefused(JChannel opened) {
    ListedHosts listed = opened.getProtocolStack().findProtocol(ListedHosts.class);
    return listed != null && listed.hasEachRefused();
  }

  private static @Nullable InetAddress resolve(Discovery.HostPort host) {
    try {
      return InetAddress.getByName(host.host());
    } catch (UnknownHostException unknown) {
      return null;
    }
  }

  /** A generator of channel addresses that carry this member. */
  private record SelfAddress(MembershipSettings settings) implements AddressGenerator {
    @Override
    @Deprecated
    public Address generateAddress() {
      return MemberAddress.of(settings.self());
    }
  }
}
