// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.load.Routing;
import org.holdfast.drill.load.SlowRequests;
import org.holdfast.drill.settings.HoldfastSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioFileTest {
  @Test
  void readsTheExampleOfTheDocuments() {
    Scenario example = ScenarioFile.read(Path.of("../docs/examples/kill-20000-sessions.yaml"));

    assertThat(example.users()).isEqualTo(20_000);
    assertThat(example.expectations().responseP90()).hasValue(Duration.ofMillis(800));
  }

  private static final String HEAD = "scenario: s\nlength: 30s\n";

  @Test
  void readsEverythingThatAScenarioCanSay() {
    Scenario scenario =
        ScenarioFile.parse(
            "all.yaml",
            """
            scenario: all
            summary: All of it.
            nodes: 4
            secondaries: 2
            partition: consistent
            users: 50
            routing: round-robin
            slow-requests:
              percent: 10
              for: 2s
            settings:
              zone: "1"
              verify: ""
            length: 2m
            steps:
              - at: 1.5s
                kill: [fullest, node-2]
                for: 500ms
                users-return: started
              - at: 10s
                every: 20s
                times: 3
                pause: random
                for: 9s
              - at: 70s
                cut: minority
                direction: outbound
                for: 5s
              - at: 76s
                cut-link: [coordinator, random]
                direction: inbound
                for: 3s
              - at: 80s
                loss: last
                percent: 10
                for: 1s
              - at: 82s
                stop: node-1
                balancer: not-told
              - at: 84s
                stop-and-kill: [fullest, secondary]
                after: 50ms
                for: 2s
              - at: 90s
                grow: 6
              - at: 100s
                shrink: 3
              - at: 110s
                rolling-restart: all
              - at: 112s
                rolling-upgrade: all
              - at: 114s
                rolling-downgrade: all
              - at: 116s
                log-in: all
              - at: 117s
                rolling-restart: all
                settings:
                  sessionIdSecret: correct horse battery
                  maxDepth: 300
            expect:
              recovery-median: 100ms
              recovery: 40s
              recovery-p99: 2s
              view-change: 1500ms
              protected-again: 1m
              rejoin: 5s
              response-p90: 800ms
              errors: any
              p99-growth: 2.5
              losses: all-holders
              unprotected-bind-after: 12s
              growth: none
            """);

    assertThat(scenario.name()).isEqualTo("all");
    assertThat(scenario.nodes()).isEqualTo(4);
    assertThat(scenario.places()).isEqualTo(6);
    assertThat(scenario.secondaries()).isEqualTo(2);
    assertThat(scenario.consistent()).isTrue();
    assertThat(scenario.users()).isEqualTo(50);
    assertThat(scenario.routing()).isEqualTo(Routing.ROUND_ROBIN);
    assertThat(scenario.slow()).hasValue(new SlowRequests(10, Duration.ofSeconds(2)));
    assertThat(scenario.length()).isEqualTo(Duration.ofMinutes(2));
    assertThat(scenario.steps())
        .extracting(Step::words)
        .containsExactly(
            "at 1.5 s: fullest and node-2 killed, started again after 500 ms, users sent there at"
                + " once",
            "at 10 s, 3 times, every 20 s: random paused, for 9 s",
            "at 70 s: minority cut off outbound, for 5 s",
            "at 76 s: coordinator and random cut off from each other inbound, for 3 s",
            "at 80 s: last given 10 % packet loss, for 1 s",
            "at 82 s: node-1 stopped",
            "at 84 s: fullest and secondary stopped and, meanwhile, killed, balancer told before,"
                + " started again after 2 s",
            "at 90 s: further nodes started until 6 run",
            "at 100 s: the newest nodes stopped until 3 run, balancer told before",
            "at 110 s: each node stopped and started again in turn, balancer told before",
            "at 112 s: each node stopped and started again in turn in its next version, balancer"
                + " told before",
            "at 114 s: each node stopped and started again in turn in its first version, balancer"
                + " told before",
            "at 116 s: each user logs in",
            "at 117 s: each node stopped and started again in turn with other settings (maxDepth,"
                + " sessionIdSecret), balancer told before");
    assertThat(scenario.settings()).isEqualTo(HoldfastSettings.of(Map.of("zone", "1")));
    assertThat(scenario.changesOfSettings())
        .last()
        .isEqualTo(
            HoldfastSettings.of(
                Map.of("sessionIdSecret", "correct horse battery", "maxDepth", "300")));
    assertThat(scenario.logsIn()).isTrue();
    assertThat(scenario.namesKeys()).isFalse();
    assertThat(scenario.upgrades()).isTrue();
    assertThat(scenario.expectations().recoveryMedian()).hasValue(Duration.ofMillis(100));
    assertThat(scenario.expectations().recovery()).hasValue(Duration.ofSeconds(40));
    assertThat(scenario.expectations().recoveryP99()).hasValue(Duration.ofSeconds(2));
    assertThat(scenario.expectations().viewChange()).hasValue(Duration.ofMillis(1_500));
    assertThat(scenario.expectations().protectedAgain()).hasValue(Duration.ofMinutes(1));
    assertThat(scenario.expectations().rejoin()).hasValue(Duration.ofSeconds(5));
    assertThat(scenario.expectations().responseP90()).hasValue(Duration.ofMillis(800));
    assertThat(scenario.expectations().errors()).isEqualTo(Expectations.Errors.ANY);
    assertThat(scenario.expectations().p99Growth()).hasValue(2.5);
    assertThat(scenario.expectations().losses()).isEqualTo(Expectations.Losses.ALL_HOLDERS);
    assertThat(scenario.expectations().unprotectedBindAfter()).hasValue(Duration.ofSeconds(12));
    assertThat(scenario.expectations().noGrowth()).isTrue();
  }

  @Test
  void mayStartNodesForThoseThatWereKilled() {
    Scenario scenario =
        ScenarioFile.parse(
            "s.yaml", HEAD + "nodes: 3\nsteps: [{at: 1s, kill: fullest}, {at: 9s, grow: 3}]\n");

    assertThat(scenario.places()).isEqualTo(3);
  }

  @Test
  void readsWhatComesAgainOnce_asTheSchemaAllowsIt() {
    Scenario scenario =
        ScenarioFile.parse(
            "s.yaml", HEAD + "steps: [{at: 5s, kill: fullest, every: 20s, times: 1}]\n");

    assertThat(scenario.steps()).singleElement().extracting(Step::times).isEqualTo(1);
  }

  @Test
  void takesWhatIsUsual_whenAScenarioSaysLittle() {
    Scenario scenario =
        ScenarioFile.parse("s.yaml", HEAD + "steps:\n  - at: 5s\n    stop: fullest\n");

    assertThat(scenario.nodes()).isEqualTo(3);
    assertThat(scenario.users()).isEqualTo(200);
    assertThat(scenario.consistent()).isFalse();
    assertThat(scenario.slow()).isEmpty();
    assertThat(scenario.expectations()).isEqualTo(Expectations.NONE);
    assertThat(scenario.steps())
        .containsExactly(
            new Step(
                Duration.ofSeconds(5),
                Duration.ZERO,
                1,
                new Action.Inflict(
                    new Fault.Stop(),
                    "stop",
                    List.of(NodeChoice.parse("fullest")),
                    Optional.empty(),
                    true,
                    false)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kil: fullest                    | line 5: unknown key \"kil\"|did you mean kill?",
        "kill: fulest                    | line 5: kill: a node must be one of fullest,|was \"fulest\", did you mean fullest?",
        "kill: 3                         | line 5: kill: a node must be|was \"3\", did you mean node-3?",
        "kill: Node_12                   | line 5: kill: a node must be|did you mean node-12?",
        "kill: node-9                    | line 5: kill: there is no node-9 among 3 nodes|",
        "kill: []                        | line 5: kill needs a node|",
        "kill: {a: b}                    | line 5: kill must be a single value|",
        "times: 1                        | line 4: a step needs exactly one of kill, stop,|has 0",
        "loss: fullest                   | line 4: \"percent\" is missing here|",
        "loss: fullest, percnt: 9        | line 6: unknown key \"percnt\"|did you mean percent?",
        "percent: 9, los: fullest        | line 6: unknown key \"los\"|did you mean loss?",
        "percent: 9                      | line 4: a step needs exactly one of|has 0",
        "grow: 4, kill: fullest, for: 5s | line 4: a step needs exactly one of|has 2",
        "kill: fullest, percent: 3       | line 6: unknown key \"percent\"|Allowed here are",
        "pause: fullest, for: 2 seconds  | line 6: for: a time must be a number and ms, s, m or h|",
        "pause: fullest, for: 40s        | line 2: length must be above the end of the last step, 45 s|",
        "pause: fullest, every: -5s      | every must not be below 0 s, was -5 s|",
        "pause: fullest, every: 5s       | line 6: every and times belong together|",
        "pause: fullest, every: 5s, times: 2, for: 5s | every must be longer than for, was 5 s|",
        "cut: fullest, direction: up     | direction: must be one of both, outbound, inbound|",
        "kill: fullest, users-return: started | line 6: users-return: started needs for, after which|",
        "kill: fullest, for: 1s, users-return: soon | users-return: must be one of joined, started|",
        "cut-link: fullest               | line 5: cut-link needs the two ends of a link, each a single node, such as [fullest, secondary], was [fullest]|",
        "'cut-link: [fullest, minority]' | line 5: cut-link needs the two ends of a link|was [fullest, minority]",
        "'cut-link: [node-1, node-1]'    | line 4: at 5 s: node-1 and node-1 cut off from each other: no node can be node-1 then|",
        "stop-and-kill: fullest          | line 5: stop-and-kill needs the node to stop and that to kill, each a single node|was [fullest]",
        "'stop-and-kill: [node-1, node-2], after: 2m' | after in ms must be between 1 and 60000, was 120000|",
        "cut: fullest, direction: inbond | direction: must be one of|was \"inbond\", did you mean inbound?",
        "stop: fullest, balancer: tell   | balancer: must be one of told, not-told|did you mean told?",
        "delay: fullest, by: 11s         | delay in ms must be between 1 and 10000, was 11000|",
        "grow: 65                        | grow: must be a whole number between 2 and 64, was 65|",
        "grow: many                      | grow: must be a whole number between 2 and 64, was \"many\"|",
        "loss: fullest, percent: 0.5     | percent: must be a whole number between 1 and 90, was \"0.5\"|",
        "slow-cpu: fullest, percent: 10% | percent: must be a whole number between 1 and 100, was \"10%\"|",
        "rolling-upgrade: some           | rolling-upgrade: must be one of all, was \"some\"|",
        "rolling-downgrade: all          | line 5: rolling-downgrade at 5 s needs a rolling-upgrade before|",
        "rolling-upgade: all             | unknown key|did you mean rolling-upgrade?",
        "stop: fullest, kill: fullest    | a step needs exactly one of|has 2",
        "log-in: node-1                  | line 5: log-in: must be one of all, was \"node-1\"|",
        "log-in: all, settings: {zone: a} | line 6: unknown key \"settings\"|",
        "rolling-restart: all, settings: zone | line 6: keys and values were expected here|",
        "rolling-restart: all, settings: {zoen: a} | line 6: unknown key \"zoen\", did you mean zone?|",
        "rolling-restart: all, settings: {memberName: a} | line 6: memberName is set by the drill itself, for each node|",
        "rolling-restart: all, settings: {secondaries: 2} | line 6: secondaries is set by the drill itself, by \"secondaries\" of the scenario|",
        "'rolling-restart: all, settings: {zone: \"${file}\"}' | line 6: zone: the only placeholder is ${keys}|",
        "rolling-restart: all, settings: {sessionIdSecret: short} | line 4: sessionIdSecret must have 16 to 1024 characters or be empty, had 5|",
        "rolling-restart: all, settings: {ackTimeoutMillis: 0} | line 4: ackTimeout must be between 1 ms and 30 s, was 0 s|",
        "'rolling-restart: all, settings: {zone: \"\"}' | line 6: settings at 5 s would change nothing: nodes have these by then (zone)|",
      })
  void saysWhereAndWhat_whenAStepCannotBe(String step, String first, String second) {
    String text =
        HEAD + "steps:\n  - at: 5s\n    " + step.replaceAll(", (?=[a-z-]+:)", "\n    ") + "\n";

    assertThatThrownBy(() -> ScenarioFile.parse("s.yaml", text))
        .isInstanceOf(ScenarioException.class)
        .hasMessageStartingWith("s.yaml, line ")
        .hasMessageContaining(first.trim())
        .hasMessageContaining(second == null ? "" : second.trim());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                              | s.yaml is empty",
        "'[1, 2]'                        | line 1: keys and values were expected here",
        "'a: b: c'                       | s.yaml is no YAML",
        "'scenario: s'                   | \"length\" is missing here",
        "'scenario: s;lenght: 3s'        | line 2: unknown key \"lenght\", did you mean length?",
        "'scenario: s;length: 3s;stepz:;  - at: 1s;    kill: all' | line 3: unknown key \"stepz\", did you mean steps?",
        "'scenario: s;length: 3s;steps:;  - att: 1s;    kill: all' | line 4: unknown key \"att\", did you mean at?",
        "'scenario: s;length: 3s;partition: consistant' | line 3: partition: must be one of available, consistent, was \"consistant\", did you mean consistent?",
        "'scenario: s;length: 3s'        | steps must hold at least one, was empty",
        "'scenario: s;length: 3s;length: 4s' | \"length\" is here twice",
        "'scenario: S!;length: 3s'       | name must be 1 to 64 of a-z, 0-9 and -, was \"S!\"",
        "'scenario: s;length: 25h;steps: [{at: 1s, kill: all}]' | at most 24 h, was 25 h",
        "'scenario: s;length: 3s;nodes: 1;steps: [{at: 1s, kill: all}]' | line 3: nodes: must be a whole number between 2 and 64, was 1",
        "'scenario: s;length: 3s;users: few' | line 3: users: must be a whole number between 1 and 20000, was \"few\"",
        "'scenario: s;length: 3s;steps: 5' | line 3: steps must be a list",
        "'scenario: s;nodes: 2;length: 9s;steps: [{at: 5s, kill: fullest},;{at: 5s, kill: fullest}]' | line 5: at 5 s: fullest killed, which leaves nobody to go on: it takes the only node",
        "'scenario: s;length: 3s;steps: [{at: 2s, stop: random},;{at: 1s, kill: all}]' | line 4: at 1 s: all killed, which leaves nobody to go on: it takes all 3 nodes",
        "'scenario: s;length: 3s;nodes: 4;steps: [{at: 1s, grow: 4}]' | at 1 s: further nodes started until 4 run, which would change nothing: 4 run then",
        "'scenario: s;length: 9s;nodes: 2;steps: [{at: 1s, grow: 4}, {at: 2s, shrink: 4}]' | at 2 s: the newest nodes stopped until 4 run, balancer told before, which would change nothing: 4 run then",
        "'scenario: s;length: 9s;nodes: 2;steps: [{at: 1s, grow: 4, every: 2s, times: 2}]' | which would change nothing the second time",
        "'scenario: s;length: 3s;expect: {lost: 3}' | unknown key \"lost\", did you mean losses?",
        "'scenario: s;length: 3s;expect: {p99-growth: 0.5}' | p99-growth: must be a number between 1 and 1000, was 0.5",
        "'scenario: s;length: 3s;expect: {p99-growth: twice}' | p99-growth: must be a number between 1 and 1000, was \"twice\"",
        "'scenario: s;length: 3s;expect: {p99-growth: 2d}' | p99-growth: must be a number between 1 and 1000, was \"2d\"",
        "'scenario: s;length: 3s;expect: {p99-growth: 0x1p3}' | p99-growth: must be a number between 1 and 1000, was \"0x1p3\"",
        "'scenario: s;length: 3s;expect: {recovery: 11m}' | recovery: must be between 1ms and 10m, was 11m",
        "'scenario: s;length: 3s;expect: {recovery: 0s}' | recovery: must be between 1ms and 10m, was 0s",
        "'scenario: s;length: 3s;expect: {view-change: -1s}' | view-change: must be at least 1ms, was -1s",
        "'scenario: s;length: 3s;expect: {protected-again: 0s}' | protected-again: must be at least 1ms, was 0s",
        "'scenario: s;length: 3s;settings: {zoen: a}' | line 3: unknown key \"zoen\", did you mean zone?",
        "'scenario: s;length: 3s;settings: {bindHost: 10.0.0.1}' | line 3: bindHost is set by the drill itself, for each node",
        "'scenario: s;length: 3s;settings: {scope: session}' | line 3: scope is set by the drill itself, by the option --scope",
        "'scenario: s;length: 3s;settings: {codec: xml};steps: [{at: 1s, kill: fullest}]' | codec must be one of \"kryo\", \"jdk\", was \"xml\" (setting codec)",
        "'scenario: s;length: 3s;routing: nearest' | routing: must be one of sticky, round-robin, random",
        "'scenario: s;length: 3s;expect: {rejoin: 0s}' | rejoin: must be at least 1ms, was 0s",
        "'scenario: s;length: 3s;expect: {recovery-median: 0.9ms}' | recovery-median: must be at least 1ms, was 0.9ms",
        "'scenario: s;length: 3s;expect: {recovery-p99: -2h}' | recovery-p99: must be at least 1ms, was -2h",
        "'scenario: s;length: 3s;expect: {response-p90: 0ms}' | response-p90: must be at least 1ms, was 0ms",
        "'scenario: s;length: 3s;expect: {errors: NONE}' | errors: must be one of none, during, any, was \"NONE\", did you mean none?",
        "'scenario: s;length: 3s;expect: {losses: All-holders}' | losses: must be one of none, unprotected, all-holders, was \"All-holders\", did you mean all-holders?",
        "'scenario: s;length: 3s;expect: {unprotected-bind-after: 9s}' | line 3: unprotected-bind-after needs losses: unprotected",
        "'scenario: s;length: 3s;expect: {losses: unprotected, unprotected-bind-after: 0s}' | unprotected-bind-after: must be at least 1ms, was 0s",
        "'scenario: s;length: 3s;expect: {growth: little}' | growth: must be one of none, any",
        "'scenario: s;length: 3s;expect: {errors: some}' | errors: must be one of none, during, any",
        "'scenario: !!java.net.URL [\"http://127.0.0.1/\"]' | Global tag is not allowed",
      })
  void saysWhereAndWhat_whenAFileCannotBe(String text, String message) {
    assertThatThrownBy(() -> ScenarioFile.parse("s.yaml", text.replace(";", "\n")))
        .isInstanceOf(ScenarioException.class)
        .hasMessageContaining(message.trim());
  }

  @Test
  void refusesWhatIsTooLarge(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("large.yaml");
    Files.writeString(file, HEAD + "#".repeat(100_000));

    assertThatThrownBy(() -> ScenarioFile.read(file))
        .isInstanceOf(ScenarioException.class)
        .hasMessageContaining("a scenario at most 100000");
  }

  @Test
  void refusesWhatIsNoText(@TempDir Path directory) throws Exception {
    Path file = Files.write(directory.resolve("picture.yaml"), new byte[] {(byte) 0xff, 0x11});

    assertThatThrownBy(() -> ScenarioFile.read(file))
        .isInstanceOf(ScenarioException.class)
        .hasMessage(file + " is no text in UTF-8");
  }

  static List<String> comeAlong() {
    return ScenarioLibrary.names();
  }

  @ParameterizedTest
  @MethodSource("comeAlong")
  void comesAlongUnderItsNameWithASummary(String name) {
    Scenario scenario = ScenarioLibrary.read(name);

    assertThat(scenario.name()).isEqualTo(name);
    assertThat(scenario.summary()).endsWith(".").hasSizeGreaterThan(20);
  }

  @ParameterizedTest
  @MethodSource("comeAlong")
  void saysFromWhenUnprotectedAnswersBind_whereNodesAreCutOff(String name) {
    Scenario scenario = ScenarioLibrary.read(name);
    Expectations expected = scenario.expectations();

    if (scenario.cuts() && expected.losses() == Expectations.Losses.UNPROTECTED) {
      assertThat(expected.unprotectedBindAfter()).isPresent();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void playsEveryFaultOnceInARoundOfEightMinutes(int rounds) {
    Scenario played = ScenarioLibrary.read("every-fault").lasting(Duration.ofMinutes(8L * rounds));

    assertThat(played.steps()).extracting(Step::times).containsOnly(rounds);
  }

  @Test
  void findsScenariosByNameThenByFile(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("mine.yaml");
    Files.writeString(file, HEAD + "steps:\n  - at: 5s\n    stop: fullest\n");

    assertThat(ScenarioLibrary.find("kill").name()).isEqualTo("kill");
    assertThat(ScenarioLibrary.find(file.toString()).name()).isEqualTo("s");
  }

  @Test
  void keepsWhatComesAgainAtItsPace_whenThereIsMoreTime() {
    Scenario longer = ScenarioLibrary.read("pulling-plugs").lasting(Duration.ofMinutes(30));

    assertThat(longer.steps()).singleElement().extracting(Step::times).isEqualTo(89);
    assertThat(longer.steps().get(0).every()).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void killsAnotherNodeOfASoakEvery20Seconds_howeverLongItIs() {
    for (int minutes : List.of(2, 3, 30, 120)) {
      Scenario soak = ScenarioLibrary.read("soak").lasting(Duration.ofMinutes(minutes));
      List<Step> steps = soak.steps();

      assertThat(steps).hasSize(5);
      assertThat(soak.times()).as("kills in %d minutes", minutes).isEqualTo(3 * minutes);
      assertThat(steps).noneMatch(step -> step.words().contains("node-1 "));
    }
  }

  @Test
  void keepsTheShareOfWhatComesOnce_whenThereIsLessTime() {
    Scenario shorter = ScenarioLibrary.read("kill").lasting(Duration.ofSeconds(5));

    assertThat(shorter.steps().get(0).at()).isEqualTo(Duration.ofSeconds(2));
  }
}
