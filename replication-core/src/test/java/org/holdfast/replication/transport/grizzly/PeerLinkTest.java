// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.GrizzlyFuture;
import org.glassfish.grizzly.impl.SafeFutureImpl;
import org.holdfast.replication.Seeds;
import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.Transport;
import org.holdfast.replication.transport.TransportSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The times at which a member calls another one, in handed-in time and with the usual settings. */
// Grizzly declares its futures with the raw type.
@SuppressWarnings("rawtypes")
class PeerLinkTest implements Transport.Listener {
  private static final TransportSettings SETTINGS = TransportSettings.of("test");
  private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();

  private final SteppedExecutor time = new SteppedExecutor();
  private final List<String> events = new ArrayList<>();
  private final List<Long> calls = new ArrayList<>();
  private final List<OutgoingAttempt> attempts = new ArrayList<>();
  private boolean refused = true;

  private PeerLink started() {
    TransportContext context =
        new TransportContext(
            SETTINGS,
            SpokenVersions.OURS,
            new Member("self", 1, "127.0.0.1", 1),
            this,
            new ControlThread(time),
            new Counters(),
            new RareLines());
    PeerLink link =
        new PeerLink(
            context,
            address -> call(),
            new Member("other", 1, "127.0.0.1", 1),
            new Backoff(SETTINGS.minBackoff(), SETTINGS.maxBackoff(), new Random(Seeds.one())));
    link.start();
    time.pass(0);
    return link;
  }

  /** Refuses the connection, or leaves it pending as a cut link does. */
  private GrizzlyFuture<Connection> call() {
    calls.add(time.nowNanos());
    SafeFutureImpl<Connection> pending =
        new SafeFutureImpl<>() {
          @Override
          public void addCompletionHandler(CompletionHandler<Connection> handler) {
            attempts.add((OutgoingAttempt) handler);
            super.addCompletionHandler(handler);
          }
        };
    if (refused) {
      pending.failure(new ConnectException("refused on purpose"));
    }
    return pending;
  }

  /** So one of the calls comes within a second of the healing, whenever that is. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void callsAtLeastOnceASecond_howeverLongTheLinkIsCut(boolean refusedThere) {
    PeerLink unused = started();
    refused = refusedThere;

    time.pass(600 * SECOND_NANOS);

    calls.add(time.nowNanos());
    for (int i = 1; i < calls.size(); i++) {
      assertThat(calls.get(i) - calls.get(i - 1))
          .as("pause before call %d, -Dseed=%d", i, Seeds.one())
          .isLessThanOrEqualTo(SECOND_NANOS);
    }
    assertThat(events).as("as one failure").containsExactly("down");
  }

  /** A cut that outlasts the patience of TCP leaves a connection open on which nothing moves. */
  @Test
  void callsAgainAtOnce_whenFramesWaitAndTheStreamShowsNoSignOfLifeForTheStallTimeout() {
    refused = false;
    PeerLink link = started();
    link.onOpened(attempts.get(0), SpokenVersions.OURS.newest());
    time.pass(0);
    assertThat(link.send(new byte[100])).isTrue();

    time.pass(SETTINGS.stallTimeout().toNanos() - 1);
    assertThat(calls).as("while the peer may pause").hasSize(1);
    time.pass(SETTINGS.minBackoff().toNanos() + 1);

    assertThat(calls).hasSize(2);
    assertThat(events).containsExactly("up", "down");
  }

  @Override
  public void onFrame(Member from, byte[] frame) {}

  @Override
  public void onPeerDown(Member peer) {
    events.add("down");
  }

  @Override
  public void onPeerUp(Member peer) {
    events.add("up");
  }
}
