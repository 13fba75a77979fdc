// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.membership.AnnouncedSettings;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.Membership;
import org.holdfast.replication.membership.MembershipStreams;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.security.PeerSecurity;
import org.holdfast.replication.transport.TransportSettings;
import org.holdfast.replication.transport.grizzly.GrizzlyMembershipStreams;

/**
 * A member under test: its membership and the views that it received, with a check of their
 * delivery.
 */
final class MemberUnderTest implements Membership.Listener, AutoCloseable {
  static final String HOST = "127.0.0.1";

  final Member self;
  final List<View> views = new CopyOnWriteArrayList<>();
  final List<String> violations = new CopyOnWriteArrayList<>();
  private final JGroupsMembership membership;
  private final AtomicInteger inside = new AtomicInteger();

  private MemberUnderTest(MembershipSettings settings) {
    this(settings, PeerSecurity.plaintext(Security.LOOPBACK));
  }

  private MemberUnderTest(MembershipSettings settings, PeerSecurity security) {
    this.self = settings.self();
    this.membership = new JGroupsMembership(settings, streams(settings, security));
  }

  /** Returns streams at a port of their own, as processes have them that do not replicate. */
  static MembershipStreams streams(MembershipSettings settings) {
    return streams(settings, PeerSecurity.plaintext(Security.LOOPBACK));
  }

  static MembershipStreams streams(MembershipSettings settings, PeerSecurity security) {
    return GrizzlyMembershipStreams.alone(
        TransportSettings.of(settings.cluster()).withBind(settings.bindHost(), settings.bindPort()),
        security,
        settings.discovery() instanceof Discovery.Local ? Discovery.LOCAL_PORTS : 1);
  }

  /** Starts a member of cluster shop with keys. */
  static MemberUnderTest start(int port, String name, PeerSecurity security) {
    MemberUnderTest member =
        new MemberUnderTest(settings("shop", port, Discovery.local(), name, 1), security);
    member.start();
    return member;
  }

  static MemberUnderTest start(
      String cluster, int port, Discovery discovery, String name, long incarnation) {
    MemberUnderTest member = prepare(cluster, port, discovery, name, incarnation);
    member.start();
    return member;
  }

  /** Starts a member of cluster shop on another host than others. */
  static MemberUnderTest startAt(String host, int port, Discovery discovery, String name) {
    Member self = new Member(name, 1, host, 9_000);
    MemberUnderTest member =
        new MemberUnderTest(MembershipSettings.of("shop", host, port, discovery, self));
    member.start();
    return member;
  }

  static MemberUnderTest prepare(
      String cluster, int port, Discovery discovery, String name, long incarnation) {
    return new MemberUnderTest(settings(cluster, port, discovery, name, incarnation));
  }

  /** Starts a member that notices silence after a minute only, but closed sockets at once. */
  static MemberUnderTest startDeafToSilence(int port, String name, long incarnation) {
    MemberUnderTest member =
        new MemberUnderTest(
            settings("shop", port, Discovery.local(), name, incarnation)
                .withFailureDetection(
                    new FailureDetection(
                        Duration.ofMinutes(1), Duration.ofSeconds(1), Duration.ofMillis(500))));
    member.start();
    return member;
  }

  /** Starts a member that announces these settings. */
  static MemberUnderTest start(int port, String name, String... announced) {
    Member self =
        new Member(name, 1, "127.0.0.1", 9_000, "", "", new AnnouncedSettings(List.of(announced)));
    MemberUnderTest member =
        new MemberUnderTest(MembershipSettings.of("shop", HOST, port, Discovery.local(), self));
    member.start();
    return member;
  }

  private static MembershipSettings settings(
      String cluster, int port, Discovery discovery, String name, long incarnation) {
    Member self = new Member(name, incarnation, "replication-of-" + name, 9_000);
    return MembershipSettings.of(cluster, HOST, port, discovery, self);
  }

  void start() {
    membership.start(this, Duration.ofMillis(600));
  }

  @Override
  public void onView(View view) {
    if (inside.getAndIncrement() != 0) {
      violations.add("two threads at once at " + view);
    }
    if (!views.isEmpty() && last().number() >= view.number()) {
      violations.add(view + " after " + last());
    }
    views.add(view);
    inside.decrementAndGet();
  }

  View last() {
    return views.get(views.size() - 1);
  }

  void awaitMembers(Duration bound, Member... members) {
    await("view of " + List.of(members) + " at " + self)
        .pollInterval(Duration.ofMillis(5))
        .atMost(bound)
        .until(() -> last().members().equals(List.of(members)));
  }

  @Override
  public void close() {
    membership.close();
  }

  /** Returns the first of {@code count} consecutive ports that are free now. */
  static int freePorts(int count) {
    for (int attempt = 0; attempt < 100; attempt++) {
      int base = ThreadLocalRandom.current().nextInt(10_000, 30_000);
      if (allFree(base, count)) {
        return base;
      }
    }
    throw new IllegalStateException("no " + count + " consecutive free ports after 100 attempts");
  }

  private static boolean allFree(int base, int count) {
    for (int port = base; port < base + count; port++) {
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(HOST))) {
        socket.setReuseAddress(true);
      } catch (IOException taken) {
        return false;
      }
    }
    return true;
  }
}
