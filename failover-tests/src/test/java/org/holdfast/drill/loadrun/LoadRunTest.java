// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.holdfast.drill.crowd.Page;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.stage.Bound;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole stages in virtual time, from the first user to the verdict. */
class LoadRunTest {
  private final VirtualStage stage = new VirtualStage();

  private static ThinkTime think(ThinkTime.Distribution distribution, long millis) {
    return new ThinkTime(distribution, Duration.ofMillis(millis));
  }

  @Test
  void isValid_andJudgesEveryAnswerOfTheRun_whenAllIsWell() throws Exception {
    LoadReport report = stage.run();

    assertThat(report.reasons()).isEmpty();
    assertThat(report.verdict()).isEqualTo("valid");
    assertThat(report.result().countersChecked())
        .isEqualTo(report.result().answersOfRun())
        .isGreaterThan(report.result().answers());
    assertThat(report.result().sessionsBegun()).isEqualTo(100);
    assertThat(report.result().cycleSeconds()).isEqualTo(1.01, within(0.001));
    assertThat(report.result().warmUpSeconds())
        .as("every user has had its longest pause")
        .isBetween(5.05, 6.1);
    assertThat(report.result().seconds()).isEqualTo(30 * 1.01, within(0.06));
  }

  static Stream<Arguments> trouble() {
    return Stream.of(
        trouble("littles-law", stage -> stage.in("steady", drivers -> drivers.leave(0.5))),
        trouble("think-time", stage -> stage.world.lateBy(15_000_000)),
        trouble("lateness", stage -> stage.world.lateBy(50_000_000)),
        trouble("driver-cpu", stage -> stage.in("steady", drivers -> drivers.cpuShare = 0.5)),
        trouble("driver-cpu", stage -> stage.in("steady", drivers -> drivers.busiestThread = 0.81)),
        trouble(
            "driver-cpu",
            stage ->
                stage.in(
                    "steady",
                    drivers -> {
                      drivers.cores = 0.4;
                      drivers.busiestThread = 0.33;
                    })),
        trouble("workers", stage -> stage.in("steady", drivers -> drivers.lose("b is gone"))),
        trouble("warm-up", stage -> stage.serving = (s, c) -> 10 * Math.exp(stage.seconds() / 5)),
        trouble("fairness", stage -> stage.serving = (s, c) -> s % 2 == 0 ? 2_500.0 : 10),
        trouble("stall", stage -> stage.serving = stage.stallingFrom(20, 3)),
        trouble(
            "open-at-steady-end",
            stage -> {
              stage.timeout = Duration.ofSeconds(60);
              stage.serving = (s, c) -> s == 1 && stage.phase().equals("steady") ? null : 10.0;
            }),
        trouble(
            "open-at-the-end",
            stage -> stage.serving = (s, c) -> stage.phase().equals("ramp-down") ? 4_900.0 : 10),
        trouble("bound", stage -> stage.serving = (s, c) -> 900.0),
        trouble("errors", stage -> stage.status = () -> 500),
        trouble(
            "rate",
            stage -> {
              stage.rate = 200;
              stage.in("steady", drivers -> drivers.leave(1));
            }));
  }

  private static Arguments trouble(String check, Consumer<VirtualStage> make) {
    return Arguments.of(check, make);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("trouble")
  void isNotValid_andSaysWhy_whenSomethingWasNotAsAsked(String check, Consumer<VirtualStage> make)
      throws Exception {
    make.accept(stage);

    LoadReport report = stage.run();

    assertThat(VirtualStage.failed(report)).contains(check);
    assertThat(report.verdict()).isNotEqualTo("valid");
    assertThat(report.reasons()).contains(VirtualStage.words(report, check));
  }

  @ParameterizedTest(name = "{0} more than served")
  @ValueSource(longs = {-1, 0, 1})
  void isInvalid_whenTheServerCountedOtherRequestsThanTheDriver(long difference) throws Exception {
    AtomicBoolean begun = new AtomicBoolean();
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/count",
        exchange -> {
          // It had served some before.
          long count = 1_000 + stage.served.get() + (begun.getAndSet(true) ? difference : 0);
          byte[] body = Long.toString(count).getBytes(StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      stage.countUrls =
          List.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/count"));

      LoadReport report = stage.run();

      if (difference == 0) {
        assertThat(report.verdict()).isEqualTo("valid");
        assertThat(VirtualStage.words(report, "server-count")).contains("counted");
      } else {
        assertThat(VirtualStage.failed(report)).containsExactly("server-count");
        assertThat(report.verdict()).isEqualTo("invalid");
        assertThat(report.reasons())
            .containsExactly(VirtualStage.words(report, "server-count"))
            .first()
            .asString()
            .contains("counted " + (stage.served.get() + difference) + " requests");
      }
    } finally {
      server.stop(0);
    }
  }

  @Test
  void isInvalidButKeepsItsFigures_whenACountedServerIsDeadAtTheEnd() throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/count",
        exchange -> {
          exchange.sendResponseHeaders(200, 1);
          exchange.getResponseBody().write('0');
          exchange.close();
        });
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/count";
    stage.countUrls = List.of(URI.create(url));
    stage.in("steady", drivers -> server.stop(0));

    LoadReport report = stage.run();

    assertThat(VirtualStage.failed(report)).containsExactly("server-count");
    assertThat(report.verdict()).isEqualTo("invalid");
    assertThat(report.serverCount()).isNull();
    assertThat(report.result().answers()).isGreaterThan(2_000);
    assertThat(VirtualStage.words(report, "server-count"))
        .startsWith(
            "what the servers counted could not be read: --count-url "
                + url
                + " did not answer: java.net.ConnectException");
  }

  @ParameterizedTest
  @ValueSource(strings = {"warm-up", "steady", "ramp-down"})
  void fails_whenAnUpdateWasLostInAnyPhase(String phase) throws Exception {
    // A user sees it with its next answer: of those before a phase in that phase, and of the steady
    // state's in the ramp-down.
    stage.in(phase, drivers -> stage.loseUpdates());

    LoadReport report = stage.run();

    assertThat(report.verdict()).isEqualTo("failed");
    assertThat(report.result().countersWrong())
        .as("of all users, but those that leave before they ask again")
        .isBetween(phase.equals("ramp-down") ? 20L : 100, 100L);
    assertThat(VirtualStage.failed(report)).containsExactly("lost-updates");
  }

  @Test
  void isInvalid_whenUsersHaveSessionsOfWhichNothingIsJudged() throws Exception {
    stage.body = "<p>%d</p>";

    LoadReport report = stage.run();

    assertThat(VirtualStage.failed(report)).containsExactly("counters");
    assertThat(report.verdict()).isEqualTo("invalid");
    assertThat(report.reasons().get(0))
        .startsWith("0 of ")
        .contains(
            "showed a counter that was followed; 100 began a session, 0 replaced one: a lost");
  }

  @Test
  void fails_whenAnAnswerDoesNotContainWhatItMust() throws Exception {
    stage.pages = List.of(new Page("/counter", RequestBody.NONE, 1, "node=b"));

    LoadReport report = stage.run();

    assertThat(report.verdict()).isEqualTo("failed");
    assertThat(report.errors()).containsOnlyKeys("wrong-answer");
  }

  @Test
  void isInvalidNotFailed_whenTheDriversMachineCannotConnect() throws Exception {
    stage.in("ramp-up", drivers -> stage.world.cannotConnect(new BindException("no port is left")));

    LoadReport report = stage.run();

    assertThat(report.verdict()).isEqualTo("invalid");
    assertThat(report.errors()).isEmpty();
    assertThat(report.result().notOpened()).isPositive();
    assertThat(VirtualStage.words(report, "connections"))
        .endsWith(
            "connections could not be opened by the driver's machine: java.net.BindException: no"
                + " port is left");
  }

  @Test
  void tellsFailuresAfterTheSteadyState_ofRequestsThatWereOpenAtItsEnd() throws Exception {
    stage.serving = (s, c) -> 300.0;
    stage.in("ramp-down", drivers -> stage.world.kill(1));

    LoadReport report = stage.run();

    assertThat(report.errors()).isEmpty();
    assertThat(report.errorsElsewhere()).containsKeys("lost-in-flight", "refused");
    assertThat(VirtualStage.words(report, "errors"))
        .contains("; outside the steady state: {lost-in-flight=");
  }

  @Test
  void isInvalid_whenOneUserIsSlowEachTime_thoughItHasItsShareOfAnswers() throws Exception {
    stage.think = think(ThinkTime.Distribution.UNIFORM, 10_000);
    stage.stages = "10/60/1";
    stage.serving = (s, c) -> s == 1 ? 2_500.0 : 10;

    LoadReport report = stage.run();

    assertThat(VirtualStage.failed(report)).containsExactly("slowest-user");
  }

  @Test
  void isValid_whenUsersAreSlowButOnce() throws Exception {
    stage.think = think(ThinkTime.Distribution.UNIFORM, 10_000);
    stage.stages = "10/60/1";
    stage.users = 400;
    stage.timeout = Duration.ofSeconds(60);
    stage.serving = (s, c) -> s == 7 && c == 5 ? 6_000.0 : 10;

    assertThat(stage.run().reasons()).isEmpty();
  }

  @Test
  void isValid_whenUsersMoveInStep() throws Exception {
    stage.think = think(ThinkTime.Distribution.FIXED, 10_000);
    stage.stages = "1/60/1";

    LoadReport report = stage.run();

    assertThat(report.reasons()).isEmpty();
    assertThat(report.result().seconds()).as("whole cycles").isEqualTo(60.06, within(0.06));
    assertThat(report.result().answers()).isEqualTo(600);
  }

  @Test
  void isInvalid_whenUsersInStepSeeAStall() throws Exception {
    stage.think = think(ThinkTime.Distribution.FIXED, 10_000);
    stage.stages = "1/60/1";
    stage.timeout = Duration.ofSeconds(30);
    stage.serving = stage.stallingFrom(60, 15);

    assertThat(VirtualStage.failed(stage.run())).contains("stall");
  }

  @Test
  void isWarm_whenThereIsOneUserThatAsksSeldom() throws Exception {
    stage.users = 1;
    stage.think = think(ThinkTime.Distribution.EXPONENTIAL, 10_000);
    stage.stages = "0/300/1";

    assertThat(VirtualStage.failed(stage.run())).doesNotContain("warm-up");
  }

  @Test
  void isNotWarm_whenTheServerStallsInTheWarmUp() throws Exception {
    stage.maxWarmUp = Duration.ofSeconds(20);
    stage.timeout = Duration.ofSeconds(60);
    stage.serving = stage.stallingFrom(2, 18);

    assertThat(VirtualStage.failed(stage.run())).contains("warm-up");
  }

  @Test
  void isInvalid_whenRequestsOfTheOpenModelWaitForAUserAtTheEnd() throws Exception {
    stage.rate = 1_000;
    stage.users = 200;
    stage.bound = new Bound(90, 500, 0);
    stage.in("steady", drivers -> stage.serving = stage.stallingFrom(stage.seconds() + 29.3, 10));

    LoadReport report = stage.run();

    assertThat(VirtualStage.failed(report)).contains("open-at-steady-end").doesNotContain("rate");
    assertThat(report.result().openAtSteadyEnd()).isGreaterThan(600);
    assertThat(report.result().waitingArrivals()).isGreaterThan(400);
  }

  @Test
  void servesWhatWaitsForAUser_beforeItEnds() throws Exception {
    stage.rate = 1_000;
    stage.users = 200;
    stage.in("steady", drivers -> stage.serving = stage.stallingFrom(stage.seconds() + 29.5, 0.6));

    LoadReport report = stage.run();

    assertThat(report.reasons()).isEmpty();
    assertThat(report.result().waitingArrivals()).isPositive();
    assertThat(report.result().openAtTheEnd()).isZero();
    assertThat(report.result().answersOfRun())
        .as("every request of ramp-up, warm-up and steady state")
        .isGreaterThan(33_000);
  }

  @Test
  void failsNotInvalid_whenMoreComesThanTheServersCanAnswer() throws Exception {
    stage.rate = 200;
    stage.users = 50;
    stage.maxWarmUp = Duration.ofSeconds(10);
    stage.serving = stage.inTurn(10);

    LoadReport report = stage.run();

    assertThat(VirtualStage.failed(report)).containsExactly("bound");
    assertThat(report.verdict()).isEqualTo("failed");
    assertThat(VirtualStage.words(report, "rate"))
        .startsWith("200.0 requests/s asked for, ")
        .endsWith(
            "; 100.0 were answered: the servers are overloaded, or need more than the 50 in flight"
                + " that --users allows");
    assertThat(VirtualStage.words(report, "open-at-the-end"))
        .endsWith(", as more came than were answered");
  }

  @Test
  void isInvalidNotFailed_whenADriverThatIsLateIsWhyTooFewAreAnswered() throws Exception {
    stage.rate = 200;
    stage.users = 50;
    stage.maxWarmUp = Duration.ofSeconds(10);
    stage.serving = stage.inTurn(10);
    stage.in("steady", drivers -> drivers.cpuShare = 0.6);

    LoadReport report = stage.run();

    assertThat(VirtualStage.failed(report)).containsExactly("driver-cpu", "bound");
    assertThat(report.verdict()).isEqualTo("invalid");
  }

  @Test
  void isValidBySeveralPages_whenNobodySaysWhatTheyCount() throws Exception {
    stage.pages =
        List.of(
            new Page("/counter", RequestBody.NONE, 3), new Page("/other?x=1", RequestBody.NONE, 1));

    LoadReport report = stage.run();

    assertThat(report.reasons()).isEmpty();
    assertThat(VirtualStage.words(report, "counters")).endsWith("; none was to be followed");
    assertThat(VirtualStage.words(report, "lost-updates"))
        .endsWith("judged: counters were not followed)");
  }
}
