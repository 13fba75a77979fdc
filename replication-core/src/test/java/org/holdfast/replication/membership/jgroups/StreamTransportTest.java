// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.MembershipStreams;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The state that JGroups keeps for processes that do not prove themselves. */
class StreamTransportTest {
  private static final MembershipSettings SETTINGS =
      MembershipSettings.of(
          "shop", "127.0.0.1", 7_800, Discovery.local(), new Member("node-1", 1, "127.0.0.1", 9));

  /** A bound that does not grow with the frames: late frames may come after JGroups forgot. */
  private static final int FEW = 4 * RecentSenders.MAX;

  private final UnconnectedStreams streams = new UnconnectedStreams();
  private JChannel channel;

  @BeforeEach
  void connect() throws Exception {
    channel = ProtocolStack.open(SETTINGS, streams, Duration.ofMillis(50));
    channel.connect("holdfast/shop");
  }

  @AfterEach
  void close() {
    channel.close();
  }

  @Test
  void keepsFewOfManySenders() throws Exception {
    BoundedUnicast unicast = channel.getProtocolStack().findProtocol(BoundedUnicast.class);
    int most = 0;
    for (int i = 0; i < 100_000; i++) {
      attempt(FrameGrammarTest.firstOfAnybody(channel.getAddress()));
      most = Math.max(most, unicast.getNumReceiveConnections());
    }

    assertThat(most).isBetween(RecentSenders.MAX / 2, FEW);
    assertThat(channel.getView().getMembers()).containsExactly(channel.getAddress());
  }

  @Test
  void keepsFewOfManyAddresses() throws Exception {
    for (int i = 0; i < 5_000; i++) {
      attempt(FrameGrammarTest.announcingAnybody());
    }

    Map<?, ?> addresses =
        (Map<?, ?>)
            channel
                .getProtocolStack()
                .getTransport()
                .down(new Event(Event.GET_LOGICAL_PHYSICAL_MAPPINGS, true));
    assertThat(addresses.size()).isBetween(1, StreamTransport.MAX_KNOWN_OUTSIDERS + FEW);
    assertThat(addresses.containsKey(channel.getAddress())).isTrue();
  }

  /** On a connection of its own, which the node may close. */
  private void attempt(byte[] frame) throws IOException {
    try {
      streams.deliver(frame, new HashSet<>());
    } catch (FrameGrammar.UnknownFrameException refused) {
      assertThat(refused).hasMessage("more new senders than join at a time");
    }
  }

  @Test
  void endsAConnection_thatSpeaksForMoreProcessesThanOne() throws Exception {
    Set<Object> known = new HashSet<>();
    for (int i = 0; i < StreamTransport.SENDERS_OF_A_CONNECTION; i++) {
      streams.deliver(FrameGrammarTest.announcingAnybody(), known);
    }

    assertThatThrownBy(() -> streams.deliver(FrameGrammarTest.announcingAnybody(), known))
        .hasMessage("more senders than a process has");
  }

  /** Loses what is sent, and delivers what the test has received from the host of the member. */
  private static final class UnconnectedStreams implements MembershipStreams {
    private static final InetSocketAddress SELF = new InetSocketAddress("127.0.0.1", 7_800);
    private Listener listener;

    void deliver(byte[] frame, Set<Object> known) throws IOException {
      InetAddress host = SELF.getAddress();
      listener.onMessage(new InetSocketAddress(host, 9), host, name -> true, known, frame);
    }

    @Override
    public InetSocketAddress open(Rules rules, Listener opened) {
      listener = opened;
      return SELF;
    }

    @Override
    public void send(InetSocketAddress peer, byte[] bytes, int offset, int length) {}

    @Override
    public void retain(Predicate<InetSocketAddress> wanted) {}

    @Override
    public void close() {}
  }
}
