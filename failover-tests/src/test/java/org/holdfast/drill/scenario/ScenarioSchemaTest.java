// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.holdfast.drill.loadrun.JsonSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The schema of scenario files says what the reader does. */
class ScenarioSchemaTest {
  private static final Path SCHEMA = Path.of("../docs/schema/holdfast-scenario-1.schema.json");
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Pattern ALLOWED = Pattern.compile("Allowed here are (.*)");
  private static final List<String> NO_FAULTS =
      List.of(
          "rolling-restart",
          "rolling-upgrade",
          "rolling-downgrade",
          "grow",
          "shrink",
          "log-in",
          "keys");

  private static final String HEAD =
      """
      scenario: wrong
      length: 60s
      """;

  private static final String KILL =
      """
      steps:
        - at: 6s
          kill: fullest
      """;

  static List<String> names() {
    return ScenarioLibrary.names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void acceptsWhatComesAlong(String name) throws Exception {
    try (InputStream in =
        ScenarioLibrary.class.getResourceAsStream(
            "/org/holdfast/drill/scenarios/" + name + ".yaml")) {
      String text =
          new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
      assertThat(problems(text)).isEmpty();
    }
  }

  @Test
  void knowsTheKeysOfAScenario() throws Exception {
    assertThat(keys("")).isEqualTo(allowed("wrong: 1\n" + HEAD + KILL));
  }

  @Test
  void knowsTheKeysOfWhatIsExpected() throws Exception {
    assertThat(keys("/$defs/expect")).isEqualTo(allowed(HEAD + KILL + "expect:\n  wrong: 1\n"));
  }

  @Test
  void knowsTheKeysOfSlowRequests() throws Exception {
    assertThat(keys("/properties/slow-requests"))
        .isEqualTo(allowed(HEAD + KILL + "slow-requests:\n  wrong: 1\n"));
  }

  @Test
  void knowsEachThingThatAStepCanDo() throws Exception {
    Set<String> variants = new TreeSet<>();
    schema()
        .at("/properties/steps/items/anyOf")
        .forEach(one -> variants.add(one.path("$ref").asText().replace("#/$defs/", "")));

    assertThat(variants).isEqualTo(actions());
  }

  @ParameterizedTest
  @MethodSource("actions")
  void knowsTheKeysOfAStep(String action) throws Exception {
    Set<String> others = new TreeSet<>(actions());
    others.remove(action);
    Set<String> allowed = allowed(HEAD + "steps:\n  - at: 6s\n    wrong: 1\n" + step(action));
    allowed.removeAll(others);

    assertThat(keys("/$defs/" + action)).isEqualTo(allowed);
  }

  @ParameterizedTest
  @MethodSource("actions")
  void acceptsTheLeastThatAStepCanSay(String action) throws Exception {
    String text = HEAD + "steps:\n  - at: 6s\n" + step(action);

    assertThat(problems(text)).isEmpty();
    assertThat(ScenarioFile.parse("least", text).steps())
        .hasSize(action.equals("rolling-downgrade") ? 2 : 1);
  }

  @Test
  void knowsTheValuesOfWhatHasFew() throws Exception {
    assertThat(values("/$defs/expect/properties/errors/enum"))
        .isEqualTo(words(Expectations.Errors.values()));
    assertThat(values("/$defs/expect/properties/losses/enum"))
        .isEqualTo(words(Expectations.Losses.values()));
  }

  @Test
  void knowsEachWayToChooseANode() throws Exception {
    String pattern = schema().at("/$defs/node/pattern").asText();
    for (NodeChoice.Kind kind : NodeChoice.Kind.values()) {
      if (kind != NodeChoice.Kind.NODE) {
        assertThat(kind.toString()).matches(pattern);
      }
    }
    for (int number = 0; number < 110; number++) {
      String node = "node-" + number;
      assertThat(node.matches(pattern)).as(node).isEqualTo(isRead(node));
    }
    Matcher named = Pattern.compile("[a-z]{3,}").matcher(pattern.replace("node-", ""));
    while (named.find()) {
      assertThat(NodeChoice.parse(named.group()).number()).isZero();
    }
  }

  private static boolean isRead(String node) {
    try {
      return NodeChoice.parse(node).number() > 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  static Stream<String> wrong() {
    return Stream.of(
        HEAD + KILL + "colour: red\n",
        KILL + "length: 60s\n",
        KILL + "scenario: wrong\n",
        KILL + "scenario: Wrong Name\nlength: 60s\n",
        KILL + "scenario: wrong\nlength: 60\n",
        KILL + "scenario: wrong\nlength: a minute\n",
        HEAD + KILL + "nodes: 1\n",
        HEAD + KILL + "nodes: 65\n",
        HEAD + KILL + "nodes: some\n",
        HEAD + KILL + "nodes: 10\nsecondaries: 4\n",
        HEAD + KILL + "secondaries: 0\n",
        HEAD + KILL + "users: 0\n",
        HEAD + KILL + "users: 20001\n",
        HEAD + KILL + "partition: perhaps\n",
        HEAD + KILL + "routing: nearest\n",
        HEAD + KILL + "slow-requests: 10\n",
        HEAD + KILL + "slow-requests:\n  percent: 10\n",
        HEAD + KILL + "slow-requests:\n  percent: 0\n  for: 2s\n",
        HEAD + KILL + "slow-requests:\n  percent: 10\n  for: 0s\n",
        HEAD + KILL + "slow-requests:\n  percent: 10\n  for: 2s\n  every: 5s\n",
        HEAD + "steps:\n  - at: 6s\n    kill: fullest\n    users-return: soon\n",
        HEAD,
        HEAD + "steps: []\n",
        HEAD + "steps: kill\n",
        HEAD + "steps:\n  - kill: fullest\n",
        HEAD + "steps:\n  - at: 6s\n",
        HEAD + "steps:\n  - at: -6s\n    kill: fullest\n",
        HEAD + "steps:\n  - at: 6s\n    kill: fullest\n    stop: emptiest\n",
        HEAD + "steps:\n  - at: 6s\n    maim: fullest\n",
        HEAD + "steps:\n  - at: 6s\n    kill: []\n",
        HEAD + "steps:\n  - at: 6s\n    kill: node-0\n",
        HEAD + "steps:\n  - at: 6s\n    kill: [fullest, weakest]\n",
        HEAD + "steps:\n  - at: 6s\n    kill: fullest\n    balancer: told\n",
        HEAD + "steps:\n  - at: 6s\n    kill: fullest\n    for: long\n",
        HEAD + "steps:\n  - at: 6s\n    kill: fullest\n    every: 5s\n",
        HEAD + "steps:\n  - at: 6s\n    kill: fullest\n    every: 5s\n    times: 0\n",
        HEAD + "steps:\n  - at: 6s\n    kill: fullest\n    every: -5s\n    times: 1\n",
        HEAD + "steps:\n  - at: 6s\n    stop: fullest\n    balancer: perhaps\n",
        HEAD + "steps:\n  - at: 6s\n    stop-and-kill: fullest\n",
        HEAD + "steps:\n  - at: 6s\n    stop-and-kill: [fullest, minority]\n",
        HEAD + "steps:\n  - at: 6s\n    stop-and-kill: [node-1, node-2]\n    after: 0s\n",
        HEAD + "steps:\n  - at: 6s\n    cut: fullest\n    direction: sideways\n",
        HEAD + "steps:\n  - at: 6s\n    cut-link: fullest\n",
        HEAD + "steps:\n  - at: 6s\n    cut-link: [fullest]\n",
        HEAD + "steps:\n  - at: 6s\n    cut-link: [fullest, all]\n",
        HEAD + "steps:\n  - at: 6s\n    cut-link: [node-1, node-2, node-3]\n",
        HEAD + "steps:\n  - at: 6s\n    loss: fullest\n",
        HEAD + "steps:\n  - at: 6s\n    loss: fullest\n    percent: 91\n",
        HEAD + "steps:\n  - at: 6s\n    bandwidth: fullest\n    kbit: 7\n",
        HEAD + "steps:\n  - at: 6s\n    delay: fullest\n",
        HEAD + "steps:\n  - at: 6s\n    slow-cpu: fullest\n    percent: 101\n",
        HEAD + "steps:\n  - at: 6s\n    clock-jump: fullest\n    by: 1 hour\n",
        HEAD + "steps:\n  - at: 6s\n    rolling-restart: some\n",
        HEAD + "steps:\n  - at: 6s\n    rolling-restart: all\n    settings: zone\n",
        HEAD + "steps:\n  - at: 6s\n    rolling-restart: all\n    settings: {zone: [a, b]}\n",
        HEAD + "steps:\n  - at: 6s\n    rolling-upgrade: all\n    settings: {zone: a}\n",
        HEAD + "steps:\n  - at: 6s\n    kill: fullest\n    settings: {zone: a}\n",
        HEAD + "steps:\n  - at: 6s\n    log-in: some\n",
        HEAD + KILL + "settings: {zone: {a: b}}\n",
        HEAD + "steps:\n  - at: 6s\n    rolling-upgrade: some\n",
        HEAD + "steps:\n  - at: 6s\n    rolling-upgrade: all\n    for: 5s\n",
        HEAD + "steps:\n  - at: 6s\n    grow: 1\n",
        HEAD + "steps:\n  - at: 6s\n    shrink: 65\n",
        HEAD + "steps:\n  - at: 6s\n    grow: 4\n    for: 5s\n",
        HEAD + KILL + "expect:\n  colour: red\n",
        HEAD + KILL + "expect:\n  errors: sometimes\n",
        HEAD + KILL + "expect:\n  losses: some\n",
        HEAD + KILL + "expect:\n  unprotected-bind-after: 9s\n",
        HEAD + KILL + "expect:\n  losses: unprotected\n  unprotected-bind-after: 0s\n",
        HEAD + KILL + "expect:\n  p99-growth: 0.5\n",
        HEAD + KILL + "expect:\n  p99-growth: 2d\n",
        HEAD + KILL + "expect:\n  errors: NONE\n",
        HEAD + KILL + "expect:\n  view-change: soon\n",
        HEAD + KILL + "expect:\n  view-change: -1s\n",
        HEAD + KILL + "expect:\n  view-change: 0s\n",
        HEAD + KILL + "expect:\n  recovery-median: 0.000s\n",
        HEAD + KILL + "expect:\n  recovery-p99: -1ms\n",
        HEAD + KILL + "expect:\n  protected-again: 0m\n",
        HEAD + KILL + "expect:\n  rejoin: 0s\n",
        HEAD + KILL + "expect:\n  response-p90: 00ms\n",
        HEAD + KILL + "expect:\n  recovery: 0s\n");
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void refusesWhatTheReaderRefuses(String text) throws Exception {
    assertThatThrownBy(() -> ScenarioFile.parse("wrong", text))
        .isInstanceOf(ScenarioException.class);
    assertThat(problems(text)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kill: [fullest, node-2]\n    for: 1.5s",
        "kill: fullest\n    for: 2s\n    users-return: started",
        "stop: last\n    balancer: not-told",
        "stop-and-kill: [fullest, secondary]\n    after: 1s\n    balancer: not-told\n    for: 5s",
        "cut: minority\n    direction: inbound",
        "cut-link: [fullest, secondary]\n    direction: outbound\n    for: 20s",
        "clock-jump: random\n    by: -1h",
        "rolling-restart: all\n    settings: {zone: a, ackTimeoutMillis: 70, servingLease: false}",
        "loss: all\n    percent: 90\n    every: 10s\n    times: 3\n    for: 500ms"
      })
  void acceptsWhatTheReaderAccepts(String step) throws Exception {
    String before = "steps:\n  - at: 3s\n    full-disk: random\n";
    String text = HEAD + before + "  - at: 6s\n    " + step + "\n";

    assertThat(ScenarioFile.parse("right", text).steps()).hasSize(2);
    assertThat(problems(text)).isEmpty();
  }

  static Set<String> actions() {
    Set<String> actions = new TreeSet<>(NO_FAULTS);
    Arrays.stream(FaultKind.values()).map(FaultKind::toString).forEach(actions::add);
    return actions;
  }

  /** The least that the reader asks for. */
  private static String step(String action) {
    return switch (action) {
      case "rolling-restart", "rolling-upgrade", "log-in" -> "    " + action + ": all\n";
      case "rolling-downgrade" ->
          "    rolling-downgrade: all\n  - at: 3s\n    rolling-upgrade: all\n";
      case "cut-link", "stop-and-kill" -> "    " + action + ": [fullest, secondary]\n";
      case "grow" -> "    " + action + ": 4\n";
      case "shrink" -> "    " + action + ": 2\n";
      case "keys" -> "    keys: switch\n";
      case "strangers" -> "    strangers: fullest\n    rate: 10\n";
      case "loss", "slow-cpu" -> "    " + action + ": fullest\n    percent: 50\n";
      case "bandwidth" -> "    bandwidth: fullest\n    kbit: 100\n";
      case "delay", "clock-jump" -> "    " + action + ": fullest\n    by: 2s\n";
      default -> "    " + action + ": fullest\n";
    };
  }

  /** The keys that the reader names when it complains of one it does not know. */
  private static Set<String> allowed(String text) {
    String complaint = "";
    try {
      Scenario unused = ScenarioFile.parse("wrong", text);
    } catch (ScenarioException e) {
      complaint = String.valueOf(e.getMessage());
    }
    Matcher allowed = ALLOWED.matcher(complaint);
    assertThat(allowed.find()).as(complaint).isTrue();
    return new TreeSet<>(Arrays.asList(allowed.group(1).split(", ", -1)));
  }

  private static Set<String> keys(String place) throws IOException {
    Set<String> keys = new TreeSet<>();
    schema().at(place + "/properties").fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  private static List<String> values(String place) throws IOException {
    List<String> values = new ArrayList<>();
    schema().at(place).forEach(value -> values.add(value.asText()));
    return values;
  }

  private static List<String> words(Object[] constants) {
    return Arrays.stream(constants).map(Object::toString).toList();
  }

  private static JsonNode schema() throws IOException {
    return MAPPER.readTree(SCHEMA.toFile());
  }

  private static List<String> problems(String yaml) throws IOException {
    Object read = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
    return new JsonSchema(SCHEMA).problems(MAPPER.valueToTree(read));
  }
}
