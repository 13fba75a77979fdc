// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.security.PeerSecurity;
import org.holdfast.replication.transport.Transport;
import org.holdfast.replication.transport.TransportSettings;
import org.jspecify.annotations.Nullable;

/** A member on loopback that keeps the events of its listener. */
final class TestNode implements Transport.Listener, AutoCloseable {
  /** The action of a node on a frame besides keeping it. */
  interface Reaction {
    void onFrame(TestNode node, Member from, byte[] frame);
  }

  static final TransportSettings SETTINGS =
      TransportSettings.of("test").withBackoff(Duration.ofMillis(5), Duration.ofMillis(50));

  private static volatile Function<String, PeerSecurity> security = TestNode::plaintext;

  final ReplicationPort port;
  final Member member;
  final GrizzlyTransport transport;
  final ConcurrentLinkedQueue<byte[]> frames = new ConcurrentLinkedQueue<>();
  final ConcurrentLinkedQueue<Member> senders = new ConcurrentLinkedQueue<>();
  final List<String> events = new CopyOnWriteArrayList<>();
  private final Reaction reaction;

  private TestNode(
      String name,
      long incarnation,
      TransportSettings settings,
      PeerSecurity security,
      SpokenVersions versions,
      Reaction reaction) {
    this.reaction = reaction;
    port = ReplicationPort.bind(settings, security, 1);
    member = new Member(name, incarnation, "127.0.0.1", port.port());
    transport = new GrizzlyTransport(port, member, new Random(1), versions);
    transport.start(this);
  }

  private static PeerSecurity plaintext(String name) {
    return PeerSecurity.plaintext(Security.LOOPBACK);
  }

  /** Has the nodes that start from now on use this by default; null for plaintext. */
  static void secureBy(@Nullable Function<String, PeerSecurity> use) {
    security = use == null ? TestNode::plaintext : use;
  }

  static TestNode start(String name) {
    return start(name, 1, SETTINGS);
  }

  static TestNode start(String name, long incarnation, TransportSettings settings) {
    return start(name, incarnation, settings, (node, from, frame) -> {});
  }

  static TestNode start(
      String name, long incarnation, TransportSettings settings, Reaction reaction) {
    return new TestNode(
        name, incarnation, settings, security.apply(name), SpokenVersions.OURS, reaction);
  }

  static TestNode start(String name, PeerSecurity security) {
    return start(name, SETTINGS, security);
  }

  static TestNode start(String name, TransportSettings settings, PeerSecurity security) {
    return new TestNode(
        name, 1, settings, security, SpokenVersions.OURS, (node, from, frame) -> {});
  }

  /** One of a release that speaks these versions of the protocol. */
  static TestNode start(String name, long incarnation, int oldest, int newest) {
    return new TestNode(
        name,
        incarnation,
        SETTINGS,
        security.apply(name),
        new SpokenVersions(oldest, newest),
        (node, from, frame) -> {});
  }

  void connect(Member... members) {
    transport.connectTo(Arrays.asList(members));
  }

  /** Has the node take these for members, and call none of them. */
  void lists(Member... members) {
    CountDownLatch known = new CountDownLatch(1);
    transport.admit(Arrays.asList(members), known::countDown);
    await().atMost(Duration.ofSeconds(30)).until(() -> known.getCount() == 0);
  }

  void awaitEvents(String... expected) {
    await().atMost(Duration.ofSeconds(30)).until(() -> events.size() >= expected.length);
    assertThat(events).containsExactly(expected);
  }

  void awaitUp(Member member) {
    String up = "up " + member.name() + member.incarnation();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> !events.isEmpty() && events.get(events.size() - 1).equals(up));
  }

  void awaitFrames(int count) {
    await().atMost(Duration.ofSeconds(30)).until(() -> frames.size() >= count);
  }

  @Override
  public void onFrame(Member from, byte[] frame) {
    senders.add(from);
    frames.add(frame);
    reaction.onFrame(this, from, frame);
  }

  @Override
  public void onPeerDown(Member peer) {
    events.add("down " + peer.name() + peer.incarnation());
  }

  @Override
  public void onPeerUp(Member peer) {
    events.add("up " + peer.name() + peer.incarnation());
  }

  @Override
  public void close() {
    transport.close();
  }
}
