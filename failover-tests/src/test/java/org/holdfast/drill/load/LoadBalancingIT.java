// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.holdfast.history.Exchange;
import org.holdfast.history.Reply;
import org.holdfast.history.SessionLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many users against servers that share their sessions, over sockets. */
@Timeout(60)
class LoadBalancingIT {
  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final int USERS = 30;

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final List<ScriptedServer> servers = new ArrayList<>();
  private final Map<String, AtomicInteger> sessions = new ConcurrentHashMap<>();
  private final AtomicInteger ids = new AtomicInteger();

  /** Nodes that reset every connection. */
  private final Set<String> away = ConcurrentHashMap.newKeySet();

  private final LoadRecorder recorder = new LoadRecorder("test");

  @AfterEach
  void closeAll() throws Exception {
    for (int last = opened.size() - 1; last >= 0; last--) {
      opened.get(last).close();
    }
  }

  @Test
  void spreadsUsersOntoANodeThatIsAdmitted_andOffOneThatIsRetired() throws Exception {
    LoadDriver driver = drive(settings(USERS), Victims.of(0, 1));
    await().atMost(BOUND).until(() -> answers(driver).count() > 2 * USERS);
    assertThat(driver.usersByNode()).containsExactly(15, 15, 0);
    assertThat(servers.get(2).connections()).isZero();

    driver.admit(2);
    driver.admit(2); // those on their way are counted
    await().atMost(BOUND).until(() -> driver.usersByNode()[2] == 10);
    assertThat(driver.usersByNode()).containsExactly(10, 10, 10);

    driver.retire(0);
    int asked = asked(driver, "node-1");
    await().atMost(BOUND).until(() -> driver.usersByNode()[0] == 0);
    long answersBefore = answers(driver).count();
    await().atMost(BOUND).until(() -> answers(driver).count() > answersBefore + 3 * USERS);
    assertThat(asked(driver, "node-1") - asked).as("in flight at most").isLessThan(USERS);
    int requests = servers.get(0).requests();
    long later = answers(driver).count();
    await().atMost(BOUND).until(() -> answers(driver).count() > later + 3 * USERS);
    assertThat(servers.get(0).requests()).as("requests of the retired").isEqualTo(requests);

    assertThat(driver.finish(Duration.ZERO, BOUND)).isZero();
    assertThat(recorder.currentFigures().totalFailures()).isZero();
    judgeAll(driver);
  }

  @Test
  void sendsNoErrorAndNoRequest_whenARetiredNodeIsStopped() throws Exception {
    LoadDriver driver = drive(settings(USERS), Victims.of(0, 1, 2));
    await().atMost(BOUND).until(() -> answers(driver).count() > 2 * USERS);

    driver.retire(1);
    await().atMost(BOUND).until(() -> driver.usersByNode()[1] == 0);
    servers.get(1).close();
    long before = answers(driver).count();
    await().atMost(BOUND).until(() -> answers(driver).count() > before + 3 * USERS);

    assertThat(driver.finish(Duration.ZERO, BOUND)).isZero();
    assertThat(recorder.currentFigures().totalFailures()).isZero();
    judgeAll(driver);
  }

  @Test
  void spreadsUsersBackOntoANodeThatTheyLeft_thoughItWasNeverRetired() throws Exception {
    LoadDriver driver = drive(settings(USERS), Victims.of(0, 1, 2));
    await().atMost(BOUND).until(() -> answers(driver).count() > 2 * USERS);
    away.add("node-3");
    await().atMost(BOUND).until(() -> driver.usersByNode()[2] == 0);
    away.clear();

    driver.admit(2);
    await().atMost(BOUND).until(() -> driver.usersByNode()[2] == 10);
    long before = answers(driver).count();
    await().atMost(BOUND).until(() -> answers(driver).count() > before + 3 * USERS);
    assertThat(driver.usersByNode()[2]).as("its even share").isEqualTo(10);

    assertThat(driver.finish(Duration.ZERO, BOUND)).isZero();
    judgeAll(driver);
  }

  @Test
  void goesRoundAllNodes_overOneConnectionAUserAndNode() throws Exception {
    LoadDriver driver =
        drive(settings(USERS).withRouting(Routing.ROUND_ROBIN), Victims.of(0, 1, 2));
    await().atMost(BOUND).until(() -> answers(driver).count() > 12 * USERS);
    assertThat(driver.finish(Duration.ZERO, BOUND)).isZero();

    for (SessionLog log : driver.histories()) {
      List<String> nodes = log.exchanges().stream().map(Exchange::node).toList();
      for (int i = 3; i < nodes.size(); i++) {
        assertThat(nodes.get(i)).isEqualTo(nodes.get(i - 3)).isNotEqualTo(nodes.get(i - 1));
      }
    }
    assertThat(servers).allMatch(server -> server.connections() == USERS);
    assertThat(recorder.currentFigures().totalFailures()).isZero();
    judgeAll(driver);
  }

  @Test
  void tellsTheTruthOfOverlappingRequests_inRoundRobinToo() throws Exception {
    for (Routing routing : Routing.values()) {
      LoadDriver driver =
          drive(settings(USERS).withParallel(4).withRouting(routing), Victims.of(0, 1, 2));
      await().atMost(BOUND).until(() -> answers(driver).count() > 20 * USERS);
      driver.expectFault(new BitSet(), System.nanoTime());
      await().atMost(BOUND).until(() -> driver.recoveries().stream().allMatch(Recovery::answered));
      assertThat(driver.recoveries()).allMatch(Recovery::right).noneMatch(Recovery::onVictim);
      assertThat(driver.sessionKeys()).hasSize(USERS).doesNotHaveDuplicates();
      assertThat(sessions.keySet()).containsAll(driver.sessionKeys());

      assertThat(driver.finish(Duration.ZERO, BOUND)).isZero();
      assertThat(overlapping(driver)).as("overlapping requests, %s", routing).isPositive();
      assertThat(recorder.currentFigures().totalFailures()).isZero();
      judgeAll(driver);
      for (SessionLog log : driver.histories()) {
        Exchange last = log.exchanges().get(log.exchanges().size() - 1);
        assertThat(((Reply.Served) last.reply()).value())
            .as("the last answer counts all requests of %s", log.name())
            .isEqualTo(log.exchanges().size());
      }
    }
  }

  @Test
  void findsUpdatesLost_whenSomeOfOverlappingRequestsAreForgotten() throws Exception {
    LoadDriver driver = drive(settings(USERS).withParallel(4), Victims.of(0, 1, 2));
    await().atMost(BOUND).until(() -> answers(driver).count() > 20 * USERS);
    sessions.values().forEach(counter -> counter.updateAndGet(now -> Math.max(0, now - 15)));
    assertThat(driver.finish(Duration.ZERO, BOUND)).isZero();

    assertThat(driver.histories()).allMatch(log -> !HistoryChecks.of(log).isEmpty());
  }

  private LoadDriver drive(LoadSettings settings, BitSet open) throws IOException {
    List<Target> targets = new ArrayList<>();
    for (int node = 1; node <= 3; node++) {
      String name = "node-" + node;
      ScriptedServer server =
          new ScriptedServer(
              (request, cookie, socket) -> {
                if (away.contains(name)) {
                  ScriptedServer.reset(socket);
                } else {
                  ScriptedServer.write(socket, answer(cookie, name));
                }
              });
      opened.add(server);
      servers.add(server);
      targets.add(server.target(name));
    }
    LoadDriver driver =
        new LoadDriver(settings, targets, open, GrizzlyHttpEngine.start(1), recorder);
    opened.add(driver);
    driver.start(Duration.ofMillis(50));
    return driver;
  }

  /** Counts in the session that the cookie names; the route in it becomes the node's. */
  private String answer(String cookie, String node) {
    String id = cookie.isEmpty() ? "S" + ids.incrementAndGet() : idOf(cookie);
    AtomicInteger counter = sessions.computeIfAbsent(id, none -> new AtomicInteger());
    int count = counter.incrementAndGet();
    String body =
        "counter="
            + count
            + " session="
            + Integer.toHexString(id.hashCode())
            + " node="
            + node
            + " new="
            + cookie.isEmpty();
    String setCookie =
        cookie.endsWith("." + node) ? "" : "Set-Cookie: JSESSIONID=" + id + "." + node + "\r\n";
    return "HTTP/1.1 200 OK\r\n"
        + setCookie
        + "Content-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  private static String idOf(String cookie) {
    return cookie.substring("JSESSIONID=".length(), cookie.lastIndexOf('.'));
  }

  private static LoadSettings settings(int users) {
    return new LoadSettings(
        users,
        "/counter",
        new ThinkTime(ThinkTime.Distribution.UNIFORM, Duration.ofMillis(20)),
        Duration.ofSeconds(5),
        Duration.ofMillis(20),
        1,
        4,
        0);
  }

  private static void judgeAll(LoadDriver driver) {
    for (SessionLog log : driver.histories()) {
      assertThat(HistoryChecks.of(log)).as(log.name()).isEmpty();
    }
  }

  private static Stream<Exchange> answers(LoadDriver driver) {
    return driver.histories().stream()
        .flatMap(log -> log.exchanges().stream())
        .filter(exchange -> exchange.reply() instanceof Reply.Served);
  }

  private static int asked(LoadDriver driver, String node) {
    return (int) answers(driver).filter(exchange -> exchange.node().equals(node)).count();
  }

  /** Requests that were sent before the one logged before them was answered. */
  private static long overlapping(LoadDriver driver) {
    long count = 0;
    for (SessionLog log : driver.histories()) {
      List<Exchange> exchanges = log.exchanges();
      for (int i = 1; i < exchanges.size(); i++) {
        if (exchanges.get(i).sentNanos() - exchanges.get(i - 1).doneNanos() < 0) {
          count++;
        }
      }
    }
    return count;
  }
}
