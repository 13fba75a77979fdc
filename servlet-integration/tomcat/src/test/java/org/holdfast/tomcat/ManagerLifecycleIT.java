// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.holdfast.tomcat.Application.increment;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.Valve;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Starting, stopping and refusing to start. */
class ManagerLifecycleIT {
  private static Application application() {
    return new Application().page("/plain", (q, r) -> r.getWriter().print(increment(q)));
  }

  static Stream<Arguments> badAttributes() {
    return Stream.of(
        bad("cluster", "a b", "cluster must be 1 to 64 characters"),
        bad("memberName", "", "memberName must be 1 to 64 characters"),
        bad("replicationPort", "abc", "replicationPort must be a whole number, was \"abc\""),
        bad("replicationPort", "70000", "replicationPort must be between 0 and 65535, was 70000"),
        bad("maxQueuedBytes", "1G", "maxQueuedBytes must be a whole number, was \"1G\""),
        bad("secondaries", "9", "secondaries must be between 0 and 3, was 9"),
        bad("ackTimeoutMillis", "1 s", "ackTimeoutMillis must be a whole number of milliseconds"),
        bad("ackTimeoutMillis", "0", "ackTimeout must be between 1 ms and 30 s"),
        bad("ackMode", "maybe", "ackMode must be one of \"sync\", \"async\", was \"maybe\""),
        bad("scope", "attribute", "scope must be one of \"session\", \"modified-session\", "),
        bad("detection", "never", "detection must be one of \"on-set\", \"on-get\", \"all\""),
        bad("exposeProtection", "yes", "exposeProtection must be \"true\" or \"false\""));
  }

  private static Arguments bad(String attribute, String value, String message) {
    return Arguments.argumentSet(message, attribute, value, message);
  }

  @ParameterizedTest
  @MethodSource("badAttributes")
  void failsTheStartOfItsApplicationAndSaysWhy_whenAnAttributeIsBad(
      String attribute, String value, String message) {
    HoldfastManager manager = new HoldfastManager();
    TomcatNode.Builder cluster = TomcatNode.cluster(1).with(m -> m.set(attribute, value));
    try (TomcatNode node = cluster.start(0, application(), manager)) {
      assertThat(node.context().getState().isAvailable()).isFalse();
      assertThat(manager.getState()).isNotEqualTo(LifecycleState.STARTED);
      assertThatThrownBy(
              () -> {
                HoldfastManager again = new HoldfastManager();
                again.set(attribute, value);
                again.setContext(node.context());
                again.start();
              })
          .isInstanceOf(LifecycleException.class)
          .hasStackTraceContaining(
              "session replication of web application localhost cannot start: ")
          .hasStackTraceContaining(message);
    }
  }

  @Test
  void takesEveryChoiceOfTheElement() {
    TomcatNode.Builder cluster =
        TomcatNode.cluster(1)
            .with(m -> m.set("ackMode", "async"))
            .with(m -> m.set("scope", "modified-session"))
            .with(m -> m.set("detection", "ON_SET"))
            .with(m -> m.set("allowedClasses", "com.example.*"))
            .with(m -> m.set("bindHost", "127.0.0.1"))
            .with(m -> m.set("replicationPort", "0"))
            .with(m -> m.set("secondaries", "0"))
            .with(m -> m.set("silenceTimeoutMillis", "100"))
            .with(m -> m.set("acquireTimeoutMillis", "1000"))
            .with(m -> m.set("maxFrameBytes", "1000000"))
            .with(m -> m.set("application", "shop"));
    try (TomcatNode node = cluster.start(0, application())) {
      assertThat(new Browser().get(node, "/plain").body()).isEqualTo("1");
    }
  }

  @Test
  void leavesNoThreadBehind_whenTomcatIsStopped() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    TomcatNode.Builder cluster = TomcatNode.cluster(2);
    Browser browser = new Browser();
    for (int round = 0; round < 2; round++) {
      try (TomcatNode a = cluster.start(0, application());
          TomcatNode b = cluster.start(1, application())) {
        browser.get(a, "/plain");
        browser.get(b, "/plain");
      }
    }

    await()
        .atMost(20, SECONDS)
        .untilAsserted(() -> assertThat(namesOfThreadsSince(before)).isEmpty());
  }

  @Test
  void holdsNoClassLoaderOfTheApplication_soThatItCanBeRedeployedWhileAnotherRuns() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    try (TomcatNode node = TomcatNode.cluster(1).start(0, application())) {
      ClassLoader ofTheApplication = node.context().getLoader().getClassLoader();

      assertThat(Thread.getAllStackTraces().keySet())
          .filteredOn(thread -> !before.contains(thread))
          .isNotEmpty()
          .filteredOn(thread -> thread.getContextClassLoader() == ofTheApplication)
          .isEmpty();
    }
  }

  /** The threads of the JDK's HTTP client and pools belong to the tests. */
  private static Set<String> namesOfThreadsSince(Set<Thread> before) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !before.contains(thread) && thread.isAlive())
        .map(Thread::getName)
        .filter(
            name -> !name.matches("HttpClient-.*|ForkJoinPool.*|awaitility.*|Keep-Alive.*|.*JNA.*"))
        .collect(Collectors.toSet());
  }

  @Test
  void hangsItsValveFirstAndTakesItAway() throws LifecycleException {
    TomcatNode node = TomcatNode.cluster(1).start(0, application());
    Valve[] running = node.context().getPipeline().getValves();
    assertThat(running[0]).isInstanceOf(ReplicationValve.class);

    node.context().stop();
    assertThat(node.context().findFilterDefs()).isEmpty();

    node.context().start();
    assertThat(node.context().getPipeline().getValves()[0]).isInstanceOf(ReplicationValve.class);
    node.close();
    assertThat(node.context().getPipeline().getValves())
        .doesNotHaveAnyElementsOfTypes(ReplicationValve.class);
  }

  @Test
  void keepsItsSessions_whenOnlyTheApplicationIsRestarted() throws LifecycleException {
    TomcatNode.Builder cluster = TomcatNode.cluster(2);
    Application application = application();
    try (TomcatNode a = cluster.start(0, application);
        TomcatNode b = cluster.start(1, application())) {
      Browser browser = new Browser();
      browser.get(a, "/plain");

      a.context().stop();
      assertThat(application.events()).containsExactly("created");
      assertThat(browser.get(b, "/plain").body()).isEqualTo("2");
    }
  }
}
