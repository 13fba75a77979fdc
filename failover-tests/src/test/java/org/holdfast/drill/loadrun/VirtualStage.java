/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.drill.loadrun;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.crowd.Page;
import org.holdfast.drill.crowd.ThinkFrom;
import org.holdfast.drill.crowd.VirtualDrivers;
import org.holdfast.drill.crowd.VirtualWorld;
import org.holdfast.drill.load.HttpAnswer;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.stage.Bound;

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
  double rate;
  String stages = "2/30/1";
  Duration timeout = Duration.ofSeconds(5);
  Duration maxWarmUp = Duration.ofSeconds(60);
  Bound bound = new Bound(90, 800, 0);
  List<Page> pages = List.of(new Page("/counter", RequestBody.NONE, 1));
  Serving serving = (session, counter) -> 10.0;

  /** Form of an answer, of the counter. */
  String body = "counter=%d session=x node=a new=false";

  int status = 200;

  private final Map<String, Consumer<VirtualDrivers>> onPhase = new HashMap<>();
  private final Map<String, Integer> counters = new HashMap<>();
  private String phase = "";

  /** The phase under way. */
  String phase() {
    return phase;
  }

  /** Does something when a phase begins: {@code ramp-up}, {@code warm-up}, {@code steady}... */
  void in(String phaseName, Consumer<VirtualDrivers> what) {
    onPhase.put(phaseName, what);
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
    Target node = world.open("a", 1, this::serve);
    LoadPlan plan =
        new LoadPlan(
            new CrowdPlan(
                users,
                pages,
                think,
                ThinkFrom.RESPONSE,
                rate,
                timeout,
                Duration.ofMillis(500),
                "JSESSIONID",
                1),
            List.of(node),
            StageTimes.parse("-r", stages),
            maxWarmUp,
            bound,
            List.of(),
            1);
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
    Consumer<VirtualDrivers> hears =
        drivers -> {
          phase = drivers.phase();
          onPhase.getOrDefault(phase, unused -> {}).accept(drivers);
        };
    LoadRun run = new LoadRun(plan, line -> {}, time);
    return LoadReports.of(
        plan,
        run.run(asked -> new VirtualDrivers(world, asked.crowd(), asked.targets(), hears)),
        null);
  }

  private void serve(VirtualWorld.Line line, String target, String cookie, RequestBody sent) {
    boolean isNew = cookie.isEmpty();
    String session = isNew ? "JSESSIONID=" + (counters.size() + 1) + ".a" : cookie;
    int counter = counters.merge(session, 1, Integer::sum);
    int number = Integer.parseInt(session.replaceAll("\\D", ""));
    Double millis = serving.millis(number, counter);
    if (millis == null) {
      return;
    }
    List<String> setCookies = isNew ? List.of(session) : List.of();
    String text = String.format(Locale.ROOT, body, counter);
    line.answer(millis, new HttpAnswer(status, setCookies, "", "", "", true, text));
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
