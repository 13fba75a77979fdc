// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.holdfast.tomcat.Application.increment;

import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.session.StandardSession;
import org.holdfast.replication.session.Lookup;
import org.holdfast.servlet.session.RoutedId;
import org.holdfast.servlet.session.SessionUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/**
 * Sessions that come while they go: what happens in the midst of a look-up or a change of id
 * happens there in the thread of the test.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class ManagerRaceIT {
  private final CountDownLatch running = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final HookedManager manager = new HookedManager();
  private final TomcatNode.Builder cluster =
      TomcatNode.cluster(2).with(each -> each.set("drainTimeoutMillis", "0"));
  private final TomcatNode a = cluster.start(0, application(), manager);
  private TomcatNode b;

  @AfterEach
  void stop() {
    release.countDown();
    a.close();
    if (b != null) {
      b.close();
    }
  }

  private Application application() {
    return new Application()
        .page("/plain", (q, r) -> r.getWriter().print(increment(q)))
        .page(
            "/slow",
            (q, r) -> {
              increment(q);
              running.countDown();
              try {
                assertThat(release.await(30, SECONDS)).isTrue();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              r.getWriter().print("saved");
            });
  }

  /** Does something once between the cluster's answer and its use. */
  private static final class HookedManager extends HoldfastManager {
    private Runnable hook = () -> {};

    private void runHook() {
      Runnable once = hook;
      hook = () -> {};
      once.run();
    }

    @Override
    Lookup lookUp(RoutedId id) {
      Lookup answer = super.lookUp(id);
      runHook();
      return answer;
    }

    @Override
    protected StandardSession getNewSession() {
      StandardSession created = super.getNewSession();
      runHook();
      return created;
    }
  }

  private HoldfastSession newSession() {
    HoldfastSession session = (HoldfastSession) manager.createSession(null);
    assertThat(session.replicated().commit().isAnswer()).isTrue();
    return session;
  }

  /** So that a look-up asks the cluster again, as one does that came at the same time. */
  private void forget(HoldfastSession session) {
    manager.remove(session);
    assertThat(manager.findSessions()).isEmpty();
  }

  private void stopApplication() {
    try {
      a.context().stop();
    } catch (LifecycleException e) {
      throw new IllegalStateException("the application does not stop", e);
    }
  }

  @Test
  void isNotFoundByItsOldId_whileItsIdIsChanging() {
    HoldfastSession session = newSession();
    String oldId = session.getIdInternal();

    session.replicated().rename();

    assertThatThrownBy(() -> manager.findSession(oldId))
        .isInstanceOf(SessionUnavailableException.class);
    manager.rotateSessionId(session);
    assertThat(manager.findSession(session.getIdInternal())).isSameAs(session);
    assertThat(manager.findSessions()).containsExactly(session);
  }

  @Test
  void isOneObject_whenItIsFoundByItsNewIdWhileThatIsChanging() {
    HoldfastSession session = newSession();

    String newId = session.replicated().rename();

    assertThat(manager.findSession(newId)).isSameAs(session);
  }

  @Test
  void isNotKept_whenItGoesToAnotherNodeJustAsItHasCome() {
    b = cluster.start(1, application());
    HoldfastSession session = newSession();
    String id = session.getIdInternal();
    assertThat(b.manager().findSession(id)).isNotNull();
    assertThat(manager.findSessions()).isEmpty();
    manager.hook = () -> assertThat(b.manager().findSession(id)).isNotNull();

    manager.findSession(id);

    // A thread of the core reports the release, perhaps just now.
    await().untilAsserted(() -> assertThat(manager.findSessions()).isEmpty());
    assertThat(b.manager().findSessions()).hasSize(1);
  }

  @Test
  void isNotServed_whenTheApplicationStopsJustAsItHasCome() {
    HoldfastSession session = newSession();
    forget(session);
    manager.hook = this::stopApplication;

    assertThatThrownBy(() -> manager.findSession(session.getIdInternal()))
        .isInstanceOf(SessionUnavailableException.class)
        .hasMessageContaining("is stopped");

    assertThat(manager.findSessions()).isEmpty();
  }

  @Test
  void isNotCreated_whenTheApplicationStopsMeanwhile() {
    manager.hook = this::stopApplication;

    assertThatThrownBy(() -> manager.createSession(null))
        .isInstanceOf(SessionUnavailableException.class)
        .hasMessageContaining("is stopped");

    assertThat(manager.findSessions()).isEmpty();
  }

  @Test
  void isNotSaidToBeSaved_whenTheApplicationStoppedDuringTheRequest() throws Exception {
    Browser browser = new Browser();
    assertThat(browser.get(a, "/plain").body()).isEqualTo("1");
    CompletableFuture<HttpResponse<String>> slow = browser.begin(a, "/slow");
    assertThat(running.await(10, SECONDS)).isTrue();

    stopApplication();
    release.countDown();

    assertThat(slow.get(20, SECONDS).statusCode()).isEqualTo(503);
  }
}
