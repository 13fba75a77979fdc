// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import org.holdfast.replication.session.Lookup;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.servlet.session.RoutedId;
import org.holdfast.servlet.session.RunningRequests;
import org.holdfast.servlet.session.SessionHolds;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/**
 * How many requests of a session a node counts: a hand-over waits for just them. One that waited
 * for more would take longer than the tests allow.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class RunningRequestsIT {
  private static final String LONG_MILLIS = "30000";
  private static final int SHORT_SECONDS = 10;

  private static TomcatNode a;
  private static TomcatNode b;

  private final HoldfastSession session = newSession();
  private final RoutedId id = RoutedId.parse(session.getIdInternal());

  /** Of a request that has answered and goes on. */
  private final SessionHolds stream = new SessionHolds(new RunningRequests());

  @BeforeAll
  static void start() {
    TomcatNode.Builder cluster =
        TomcatNode.cluster(2)
            .with(manager -> manager.set("handOverTimeoutMillis", LONG_MILLIS))
            .with(manager -> manager.set("acquireTimeoutMillis", LONG_MILLIS));
    a = cluster.start(0, new Application());
    b = cluster.start(1, new Application());
  }

  @AfterAll
  static void stop() {
    b.close();
    a.close();
  }

  private static HoldfastSession newSession() {
    HoldfastSession created = (HoldfastSession) a.manager().createSession(null);
    assertThat(created.replicated().commit().isAnswer()).isTrue();
    return created;
  }

  private static void letGo(SessionHolds holds, HoldfastSession session) {
    assertThat(holds.enter(session)).isTrue();
    holds.answered();
    holds.detach(true);
  }

  /** Waits until a hand-over waits for a request that is counted. */
  private static void awaitHandOver(ReplicatedSession of) {
    await()
        .atMost(SHORT_SECONDS, SECONDS)
        .until(
            () -> {
              boolean entered = of.enter();
              if (entered) {
                of.exit();
              }
              return !entered;
            });
    assertThat(of.isValid()).as("still here").isTrue();
  }

  private static ReplicatedSession found(Lookup lookup) {
    assertThat(lookup).isInstanceOf(Lookup.Found.class);
    return ((Lookup.Found) lookup).session();
  }

  @Test
  void handsOverWhenTheLastCountedRequestEnds_thoughOneThatHadLetGoCameBackMeanwhile()
      throws Exception {
    letGo(stream, session);
    assertThat(session.enter()).isTrue();
    CompletableFuture<Lookup> elsewhere =
        CompletableFuture.supplyAsync(() -> b.manager().lookUp(id));
    awaitHandOver(session.replicated());

    stream.attach();
    assertThat(stream.isElsewhere(session)).isTrue();
    session.exit();

    found(elsewhere.get(SHORT_SECONDS, SECONDS)).exit();
    stream.close();
  }

  @Test
  void stillWaitsForTheRequestOfANewEpoch_whenOneOfAnEarlierEpochEnds() throws Exception {
    letGo(stream, session);
    found(b.manager().lookUp(id)).exit();
    ReplicatedSession back = found(a.manager().lookUp(id));

    stream.attach();
    assertThat(stream.isElsewhere(session)).isTrue();
    stream.close();

    CompletableFuture<Lookup> elsewhere =
        CompletableFuture.supplyAsync(() -> b.manager().lookUp(id));
    awaitHandOver(back);
    assertThat(elsewhere).isNotDone();
    back.exit();
    found(elsewhere.get(SHORT_SECONDS, SECONDS)).exit();
  }

  @Test
  void countsTheStreamAgain_whileItsContainersThreadIsBack() throws Exception {
    letGo(stream, session);
    stream.attach();

    CompletableFuture<Lookup> elsewhere =
        CompletableFuture.supplyAsync(() -> b.manager().lookUp(id));
    awaitHandOver(session.replicated());
    assertThat(elsewhere).isNotDone();
    stream.close();

    found(elsewhere.get(SHORT_SECONDS, SECONDS)).exit();
  }
}
