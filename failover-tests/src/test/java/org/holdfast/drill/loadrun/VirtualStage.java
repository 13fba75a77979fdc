// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.holdfast.drill.crowd.CrowdFigures;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.crowd.FollowCounters;
import org.holdfast.drill.crowd.Page;
import org.holdfast.drill.crowd.ThinkFrom;
import org.holdfast.drill.crowd.VirtualDrivers;
import org.holdfast.drill.crowd.VirtualWorld;
import org.holdfast.drill.load.HttpAnswer;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.stage.Bound;
import org.holdfast.drill.stage.StageFigures;
import org.holdfast.drill.workers.DriverFigures;

/**
 * A whole stage of load in virtual time, against one node with sessions that answers in ten
 * milliseconds. What is to go wrong is set before it runs.
 */
final class VirtualStage {

  /** How long the node takes for a request, and what it answers. */
  @FunctionalInterface
  interface Serving {
    /**
     * @param session number of the session, from 1
     * @param counter how many requests it has had
     * @return milliseconds; none for a request that is never answered
     */
    Double millis(int session, int counter);
  }

  final VirtualWorld world = new VirtualWorld();
  int users = 100;
  ThinkTime think = new ThinkTime(ThinkTime.Distribution.EXPONENTIAL, Duration.ofSeconds(1));
  ThinkFrom thinkFrom = ThinkFrom.RESPONSE;
  double rate;
  long seed = 1;
  FollowCounters followCounters = FollowCounters.AUTO;
  String stages = "2/30/1";
  Duration timeout = Duration.ofSeconds(5);
  Duration maxWarmUp = Duration.ofSeconds(60);
  Bound bound = new Bound(90, 800, 0);
  List<Page> pages = List.of(new Page("/counter", RequestBody.NONE, 1));
  Serving serving = (session, counter) -> 10.0;

  /** Name of the session's cookie, as the node has it. */
  String cookie = "JSESSIONID";

  /** Form of an answer, of the counter. */
  String body = "counter=%d session=x node=a new=false";

  IntSupplier status = () -> 200;

  /** Where a server tells how many requests it served; asked in real time. */
  List<URI> countUrls = List.of();

  /** Requests served; read by the thread of a server that tells it. */
  final AtomicLong served = new AtomicLong();

  private final Map<String, Consumer<VirtualDrivers>> onPhase = new HashMap<>();
  private final Map<String, Integer> counters = new HashMap<>();
  private String phase = "";

  /** What people were told, a line a second. */
  final List<String> said = new ArrayList<>();

  /** The phase under way. */
  String phase() {
    return phase;
  }

  /** Does something when a phase begins: {@code ramp-up}, {@code warm-up}, {@code steady}... */
  void in(String phaseName, Consumer<VirtualDrivers> what) {
    onPhase.put(phaseName, what);
  }

  /** Answers in ten milliseconds, but for a share of requests that get status 500. */
  void failing(double share) {
    Random random = new Random(seed);
    status = () -> random.nextDouble() < share ? 500 : 200;
  }

  /** Answers one request after the other, each in {@code millis}. */
  Serving inTurn(double millis) {
    double[] free = {0};
    return (session, counter) -> {
      free[0] = Math.max(free[0], 1e3 * seconds()) + millis;
      return free[0] - 1e3 * seconds();
    };
  }

  /** Takes the last update from every session that there is. */
  void loseUpdates() {
    counters.replaceAll((session, counter) -> counter - 1);
  }

  double seconds() {
    return world.now() / 1e9;
  }

  /** Answers in ten milliseconds, but nothing for a while. */
  Serving stallingFrom(double start, double length) {
    return (session, counter) ->
        seconds() >= start ? Math.max(10, 1e3 * (start + length - seconds())) : 10;
  }

  LoadReport run() throws Exception {
    LoadPlan plan = plan();
    LoadRun.Time time =
        new LoadRun.Time() {
          @Override
          public long nanos() {
            return world.now();
          }

          @Override
          public void sleep(long nanos) {
            world.run(nanos / 1e9);
          }
        };
    LoadRun run = new LoadRun(plan, said::add, time);
    return LoadReports.of(plan, run.run(this::drivers), null);
  }

  /**
   * The same with a warm-up of this length, without a look at whether response times are steady, or
   * at anything else: that is what takes most of the time that a stage in virtual time does.
   */
  LoadReport runUnseen(double warmUpSeconds) {
    LoadPlan plan = plan();
    StageTimes times = plan.times();
    try (VirtualDrivers drivers = drivers(plan)) {
      drivers.start(times.rampUp());
      world.run(times.rampUp().toNanos() / 1e9 + warmUpSeconds);
      List<DriverFigures> begun = drivers.enter("steady");
      world.run(times.steady().toNanos() / 1e9);
      List<DriverFigures> ended = drivers.enter("ramp-down");
      drivers.leave(1);
      world.run(times.rampDown().toNanos() / 1e9);
      List<DriverFigures> last = drivers.look();
      CrowdFigures before = DriverFigures.phaseOf(begun);
      LoadRun.Measured measured =
          new LoadRun.Measured(
              drivers.asked(),
              ended,
              drivers.lost(),
              DriverFigures.phaseOf(ended),
              CrowdFigures.merged(List.of(before, DriverFigures.phaseOf(last))),
              true,
              warmUpSeconds,
              before.answers(),
              0,
              0,
              DriverFigures.tallyOf(begun),
              DriverFigures.tallyOf(ended),
              DriverFigures.tallyOf(last),
              StageFigures.Servers.NOT_ASKED);
      return LoadReports.of(plan, measured, null);
    }
  }

  private LoadPlan plan() {
    Target node = world.open("a", 1, this::serve);
    return new LoadPlan(
        new CrowdPlan(
                users,
                pages,
                think,
                thinkFrom,
                rate,
                timeout,
                Duration.ofMillis(500),
                "JSESSIONID",
                seed)
            .following(followCounters),
        List.of(node),
        StageTimes.parse("-r", stages),
        maxWarmUp,
        bound,
        countUrls,
        1);
  }

  private VirtualDrivers drivers(LoadPlan plan) {
    return new VirtualDrivers(
        world,
        plan.crowd(),
        plan.targets(),
        drivers -> {
          phase = drivers.phase();
          onPhase.getOrDefault(phase, unused -> {}).accept(drivers);
        });
  }

  private void serve(VirtualWorld.Line line, String target, String sentCookie, RequestBody sent) {
    served.incrementAndGet();
    boolean isNew = sentCookie.isEmpty();
    String session = isNew ? cookie + "=" + (counters.size() + 1) + ".a" : sentCookie;
    int counter = counters.merge(session, 1, Integer::sum);
    int number = Integer.parseInt(session.replaceAll("\\D", ""));
    Double millis = serving.millis(number, counter);
    if (millis == null) {
      return;
    }
    List<String> setCookies = isNew ? List.of(session) : List.of();
    String text = String.format(Locale.ROOT, body, counter);
    line.answer(millis, new HttpAnswer(status.getAsInt(), setCookies, "", "", "", true, text));
  }

  /** Names of the checks that did not pass. */
  static List<String> failed(LoadReport report) {
    return report.checks().stream()
        .filter(check -> !check.passed())
        .map(LoadReport.CheckReport::name)
        .toList();
  }

  /** What a check says. */
  static String words(LoadReport report, String check) {
    return report.checks().stream()
        .filter(each -> each.name().equals(check))
        .map(LoadReport.CheckReport::words)
        .findFirst()
        .orElseThrow();
  }
}
