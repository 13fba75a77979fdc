// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.config.TlsConfig;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Label;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.SessionImage;
import org.holdfast.replication.security.PeerSecurity;
import org.holdfast.replication.security.TestKeys;
import org.holdfast.replication.session.CommitOutcome;
import org.holdfast.replication.session.Lookup;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.SessionReplicator;
import org.holdfast.replication.session.TestCluster;
import org.holdfast.replication.transport.Transport;
import org.holdfast.replication.transport.TransportSettings;
import org.holdfast.replication.transport.grizzly.CountingUsers;
import org.holdfast.replication.transport.grizzly.GrizzlyTransport;
import org.holdfast.replication.transport.grizzly.ReplicationPort;
import org.holdfast.replication.wire.MessageCodec;
import org.jgroups.BytesMessage;
import org.jgroups.EmptyMessage;
import org.jgroups.JChannel;
import org.jgroups.protocols.pbcast.GMS;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A member that the others have removed from their view, and that goes on as if it had a place. */
@Timeout(60)
class RemovedMemberIT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String NAME = "removed";
  private static final int SESSIONS = 8;
  private static final int ROUNDS = 20;
  private static final int MOST_HEARD = 100;

  @TempDir Path keys;

  @ParameterizedTest
  @EnumSource(names = {"TLS", "LOOPBACK"})
  void changesNothing_whateverItKeepsSending(Security mode) throws Exception {
    boolean secured = mode == Security.TLS;
    TlsConfig tls = TestKeys.tls(TestKeys.self(keys, TlsConfig.CLUSTER_NAME));
    PeerSecurity security =
        secured ? PeerSecurity.of(mode, tls, NAME) : PeerSecurity.plaintext(mode);
    try (TestCluster cluster = new TestCluster(2, node -> secured ? node.tls(tls) : node, s -> s);
        RemovedMember removed = new RemovedMember(cluster.nodes, security)) {
      List<ReplicatedSession> sessions = new ArrayList<>();
      for (int i = 0; i < SESSIONS; i++) {
        ReplicatedSession session = cluster.shops.get(i % 2).create(Duration.ofMinutes(30), 0);
        session.attributes().put("count", i);
        assertThat(session.send()).isTrue();
        session.exit();
        sessions.add(session);
      }
      removed.awaitCopies();
      removed.leavesTheView();
      awaitSettled(cluster.nodes);
      for (ReplicatedSession session : sessions) {
        assertThat(session.enter()).isTrue();
        assertThat(session.commitWhole()).isEqualTo(CommitOutcome.PROTECTED);
        session.exit();
      }
      List<View> views = views(cluster.nodes);
      cluster.leaving.clear();

      String log =
          CapturedLog.of(() -> CountingUsers.noticeNothing(cluster.shops, removed::goesOnForLong));

      assertThat(log.lines().filter(line -> line.contains("non-member")))
          .as("one line of each node")
          .hasSize(2);
      assertThat(log.lines()).hasSize(2);
      assertThat(views(cluster.nodes)).isEqualTo(views);
      assertThat(cluster.leaving)
          .as("sessions that went elsewhere")
          .doesNotContainAnyElementsOf(sessions);
      assertThat(cluster.nodes)
          .allMatch(node -> node.isSettled() && node.statistics().degradedSessions() == 0);
      for (int i = 0; i < SESSIONS; i++) {
        ReplicatedSession session = sessions.get(i);
        assertThat(session.enter()).isTrue();
        assertThat(session.isStillOurs()).isTrue();
        session.exit();
        assertThat(countAt(cluster.shops.get((i + 1) % 2), session.id())).isEqualTo(i);
      }
    }
  }

  private static List<View> views(List<ReplicationNode> nodes) {
    return nodes.stream().map(ReplicationNode::view).toList();
  }

  private static @Nullable Object countAt(SessionReplicator shop, String id) {
    Lookup lookup = shop.acquire(id, null);
    assertThat(lookup).isInstanceOf(Lookup.Found.class);
    ReplicatedSession session = ((Lookup.Found) lookup).session();
    Object count = session.attributes().get("count");
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();
    return count;
  }

  private static void awaitSettled(List<ReplicationNode> nodes) {
    await()
        .atMost(SOON)
        .until(
            () ->
                nodes.stream()
                    .allMatch(node -> node.view().members().size() == 2 && node.isSettled()));
  }

  private static final class RemovedMember implements Transport.Listener, AutoCloseable {
    private final ReplicationPort port;
    private final Member self;
    private final List<Member> others;
    private final GrizzlyTransport transport;
    private final JChannel channel;
    private final Queue<Message> heard = new ConcurrentLinkedQueue<>();
    private final Set<Member> up = ConcurrentHashMap.newKeySet();
    private final Set<Member> tellers = ConcurrentHashMap.newKeySet();

    RemovedMember(List<ReplicationNode> nodes, PeerSecurity security) throws Exception {
      others = nodes.stream().map(ReplicationNode::self).toList();
      Member first = others.get(0);
      String cluster = nodes.get(0).cluster();
      port =
          ReplicationPort.bind(
              TransportSettings.of(cluster).withBind(first.host(), 0), security, 1);
      self = new Member(NAME, 7, first.host(), port.port(), "", "", first.settings());
      transport = new GrizzlyTransport(port, self, new Random(1));
      transport.start(this);
      String list =
          others.stream()
              .map(each -> each.host() + ":" + each.port())
              .collect(Collectors.joining(","));
      MembershipSettings settings =
          MembershipSettings.of(
              cluster, first.host(), port.port(), Discovery.parse("static:" + list), self);
      channel = ProtocolStack.open(settings, port.membership(), Duration.ofMillis(600));
      channel.getProtocolStack().removeProtocol(Reunion.class); // else it would be a member again
      channel.setName(NAME);
      channel.addAddressGenerator(() -> MemberAddress.of(self));
      channel.connect("holdfast/" + cluster);
      transport.connectTo(others);
      await().atMost(SOON).until(() -> up.containsAll(others));
      await().atMost(SOON).until(() -> nodes.stream().allMatch(node -> node.view().contains(self)));
    }

    @Override
    public void onFrame(Member from, byte[] frame) {
      Message message = MessageCodec.decode(frame);
      if (message instanceof Message.NotInView) {
        tellers.add(from);
      } else if (heard.size() < MOST_HEARD) {
        heard.add(message);
      }
    }

    @Override
    public void onPeerUp(Member peer) {
      up.add(peer);
    }

    @Override
    public void onPeerDown(Member peer) {
      up.remove(peer);
    }

    void awaitCopies() {
      await().atMost(SOON).until(() -> heard.stream().anyMatch(Message.Full.class::isInstance));
    }

    /** Says that it leaves, and does not. */
    void leavesTheView() {
      GMS membership = channel.getProtocolStack().findProtocol(GMS.class);
      Object unused =
          membership.down(
              new EmptyMessage(membership.view().getCoord())
                  .putHeader(
                      membership.getId(),
                      new GMS.GmsHeader(GMS.GmsHeader.LEAVE_REQ, channel.getAddress())));
    }

    /** Goes on for many rounds, and until the others have told it that it is out. */
    void goesOnForLong() throws Exception {
      for (int round = 1; round <= ROUNDS; round++) {
        goesOn(round);
      }
      await().atMost(SOON).until(() -> tellers.containsAll(others));
    }

    /** Speaks to all that it knows, over the streams that it has, and calls again. */
    private void goesOn(int round) throws Exception {
      channel.send(new BytesMessage(null, new byte[1_000]));
      for (Message message : List.copyOf(heard)) {
        sendToAll(message);
        if (message instanceof Message.Full full) {
          claims(full, round).forEach(this::sendToAll);
        }
      }
      sendToAll(new Message.NotInView(1_000 + round));
      sendToAll(new Message.LongAway(1_000 + round));
      if (round % 5 == 0) {
        transport.connectTo(List.of());
        up.clear();
        transport.connectTo(others);
        await().atMost(SOON).until(() -> up.containsAll(others));
      }
    }

    /** Returns what it says of a session: that it serves it, ends it, or wants to. */
    private List<Message> claims(Message.Full full, int round) {
      String key = full.key();
      Label held = full.label();
      Epoch next = new Epoch(held.epoch().counter() + round, self.name(), self.incarnation());
      Label mine = new Label(next, 1);
      return List.of(
          new Message.Full(key, held, mine, full.leaseNanos(), SessionImage.EMPTY),
          new Message.Delta(
              key,
              new Label(held.epoch(), held.version() + round),
              held.version() + round - 1,
              full.leaseNanos(),
              new Changes(null, Map.of(), Set.of("count"))),
          new Message.Remove(key, held, mine),
          new Message.Remove(key, held, new Label(held.epoch(), held.version() + round)),
          new Message.Validate(key, mine, round, 1_000 + round, 1),
          new Message.Touch(List.of(new Message.Touch.Lease(key, held.epoch(), 1_000 + round, 1))),
          new Message.Ask(key, next),
          new Message.Claim(key, next),
          new Message.Offer(key),
          new Message.Release(key, held, mine),
          new Message.Ack(key, new Label(held.epoch(), held.version() + 1_000)));
    }

    private void sendToAll(Message message) {
      byte[] frame = MessageCodec.encode(message);
      others.forEach(other -> transport.send(other, frame));
    }

    @Override
    public void close() {
      channel.close();
      transport.close();
    }
  }
}
