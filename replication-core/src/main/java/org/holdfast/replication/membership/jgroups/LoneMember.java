// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.holdfast.replication.membership.View;
import org.jspecify.annotations.Nullable;

/**
 * Logs that this member is alone in its cluster, with the likely cause. It logs a line when the
 * member founded the cluster alone, after a minute alone, then every ten minutes. The last line
 * follows when the member has found others. Logs nothing of a member without secondaries, which
 * needs no other member. Thread-safe.
 */
final class LoneMember {
  static final Duration FIRST = Duration.ofMinutes(1);
  static final Duration NEXT = Duration.ofMinutes(10);

  private final MembershipSettings settings;
  private final InetAddress address;
  private final Outsiders outsiders;
  private final LongSupplier clock;
  private final Consumer<String> info;
  private final Consumer<String> warning;

  @GuardedBy("this")
  private boolean alone;

  /** The flag that is set when the member was logged since it became alone. */
  @GuardedBy("this")
  private boolean logged;

  @GuardedBy("this")
  private long sinceNanos;

  @GuardedBy("this")
  private long loggedNanos;

  LoneMember(
      MembershipSettings settings,
      InetAddress address,
      Outsiders outsiders,
      LongSupplier clock,
      Consumer<String> info,
      Consumer<String> warning) {
    this.settings = settings;
    this.address = address;
    this.outsiders = outsiders;
    this.clock = clock;
    this.info = info;
    this.warning = warning;
  }

  /** Takes note of a view; logs if the member has found others. */
  synchronized void onView(View view) {
    boolean was = alone;
    alone = view.members().size() == 1 && view.contains(settings.self());
    long now = clock.getAsLong();
    if (alone && !was) {
      sinceNanos = now;
      logged = false;
    } else if (!alone && was && logged) {
      info.accept(
          String.format(
              Locale.ROOT,
              "member %s is no longer alone in cluster %s, after %d s: members now %s",
              settings.self().name(),
              settings.cluster(),
              Duration.ofNanos(now - sinceNanos).toSeconds(),
              view.members()));
    }
  }

  /** Logs that the member founded its cluster alone, if it is alone. */
  void founded() {
    tell("founded cluster " + settings.cluster() + " alone", Duration.ZERO, Duration.ZERO);
  }

  /** Logs that the member is alone, if that is due. May wait for the name service. */
  void tick() {
    tell("is alone in cluster " + settings.cluster(), FIRST, NEXT);
  }

  private void tell(String what, Duration first, Duration next) {
    long seconds;
    synchronized (this) {
      long now = clock.getAsLong();
      Duration since = Duration.ofNanos(now - (logged ? loggedNanos : sinceNanos));
      if (!alone
          || settings.self().settings().secondaries(1) == 0
          || since.compareTo(logged ? next : first) < 0) {
        return;
      }
      logged = true;
      loggedNanos = now;
      seconds = Duration.ofNanos(now - sinceNanos).toSeconds();
    }
    String cause = cause();
    boolean expected = cause == null;
    if (expected && seconds > 0) {
      return; // one node on one machine, as developers have it: said once
    }
    (expected ? info : warning)
        .accept(
            "member "
                + settings.self().name()
                + " "
                + what
                + (seconds > 0 ? " for " + seconds + " s" : "")
                + ": "
                + (expected ? "no other member runs on this machine" : cause)
                + "; until others join, no session has a second copy");
  }

  /** Returns the likely cause, or null if the member is alone as its settings say. */
  @Nullable String cause() {
    List<String> causes = new ArrayList<>();
    String outsider = outsiders.newest();
    if (outsider != null) {
      causes.add(outsider);
    }
    String silent = silent();
    if (silent != null && address.isLoopbackAddress() && !isOnThisMachine()) {
      causes.add(
          "it listens on "
              + address.getHostAddress()
              + ", which other hosts cannot reach: set bindHost to the address of this host");
    }
    if (settings.discovery() instanceof Discovery.Local && !address.isLoopbackAddress()) {
      causes.add(
          String.format(
              Locale.ROOT,
              "discovery is local, which looks for members at ports %d to %d of %s alone: set"
                  + " discovery to static:HOST:PORT,… or dns:NAME",
              settings.bindPort(),
              settings.bindPort() + Discovery.LOCAL_PORTS - 1,
              address.getHostAddress()));
    }
    if (silent != null) {
      causes.add(silent);
    }
    return causes.isEmpty() ? null : String.join("; ", causes);
  }

  /**
   * Returns the addresses that were asked and have not answered, or null if there is none to ask.
   */
  private @Nullable String silent() {
    if (settings.discovery() instanceof Discovery.StaticHosts hosts) {
      List<Discovery.HostPort> others = others(hosts);
      return others.isEmpty()
          ? null
          : "no answer from "
              + others.stream().map(LoneMember::named).collect(Collectors.joining(", "));
    }
    if (settings.discovery() instanceof Discovery.DnsName dns) {
      List<String> others = new ArrayList<>();
      try {
        for (InetAddress each : InetAddress.getAllByName(dns.name())) {
          if (!each.equals(address)) {
            others.add(each.getHostAddress());
          }
        }
      } catch (UnknownHostException unknown) {
        return "the name " + dns.name() + " has no address";
      }
      return others.isEmpty()
          ? "the name " + dns.name() + " has no address but that of this member"
          : "no answer at port "
              + settings.bindPort()
              + " of "
              + String.join(", ", others)
              + ", the addresses of "
              + dns.name();
    }
    return null;
  }

  /** Tells whether all listed hosts are on this machine. */
  private boolean isOnThisMachine() {
    return settings.discovery() instanceof Discovery.StaticHosts hosts
        && others(hosts).stream()
            .map(LoneMember::resolve)
            .allMatch(host -> host != null && host.isLoopbackAddress());
  }

  private List<Discovery.HostPort> others(Discovery.StaticHosts hosts) {
    return hosts.hosts().stream()
        .filter(host -> host.port() != settings.bindPort() || !address.equals(resolve(host)))
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
}
