// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.scenario;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.keystore.ClusterKeys;
import org.holdfast.drill.load.Routing;
import org.holdfast.drill.load.SlowRequests;
import org.holdfast.drill.settings.HoldfastSettings;
import org.holdfast.servlet.settings.NearestName;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/** Reads scenarios from YAML, as {@code docs/drills.md} describes it. */
public final class ScenarioFile {
  private static final int MAX_BYTES = 100_000;
  private static final int MAX_NESTING = 10;
  private static final Duration LONGEST_RECOVERY = Duration.ofMinutes(10);
  private static final int MOST_TIMES = 100_000;
  private static final int MOST_GROWTH = 1_000;
  private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(\\.\\d*)?([eE][-+]?\\d{1,3})?");
  private static final String RESTART = "rolling-restart";
  private static final String UPGRADE = "rolling-upgrade";
  private static final String DOWNGRADE = "rolling-downgrade";
  private static final String GROW = "grow";
  private static final String SHRINK = "shrink";
  private static final String LOG_IN = "log-in";
  private static final String CHANGE_KEYS = "keys";
  private static final String SETTINGS = "settings";

  private static final Set<String> KEYS =
      Set.of(
          "scenario",
          "summary",
          "nodes",
          "secondaries",
          "partition",
          "users",
          "routing",
          "slow-requests",
          SETTINGS,
          "length",
          "steps",
          "expect");

  private static final Set<String> EXPECTED_KEYS =
      Set.of(
          "recovery",
          "recovery-median",
          "recovery-p99",
          "view-change",
          "protected-again",
          "rejoin",
          "response-p90",
          "errors",
          "p99-growth",
          "losses",
          "unprotected-bind-after",
          "growth");

  /** What a step can do besides faults. */
  private static final List<String> PLANNED =
      List.of(RESTART, UPGRADE, DOWNGRADE, GROW, SHRINK, LOG_IN, CHANGE_KEYS);

  private ScenarioFile() {}

  /**
   * Reads a file of at most 100 kB.
   *
   * @throws ScenarioException if it cannot be read, or is no scenario; says in which line
   */
  public static Scenario read(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new ScenarioException(
            file + " has " + Files.size(file) + " bytes, a scenario at most " + MAX_BYTES);
      }
      return parse(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
    } catch (CharacterCodingException e) {
      throw new ScenarioException(file + " is no text in UTF-8", e);
    } catch (IOException e) {
      throw new ScenarioException("cannot read scenario " + file + ": " + e, e);
    }
  }

  /**
   * @param name of the file, for complaints
   */
  static Scenario parse(String name, String text) {
    LoaderOptions limits = new LoaderOptions();
    limits.setMaxAliasesForCollections(1);
    limits.setNestingDepthLimit(MAX_NESTING);
    limits.setCodePointLimit(MAX_BYTES);
    Node root;
    try {
      root = new Yaml(limits).compose(new StringReader(text));
    } catch (YAMLException e) {
      throw new ScenarioException(name + " is no YAML: " + e.getMessage(), e);
    }
    if (root == null) {
      throw new ScenarioException(name + " is empty");
    }
    return scenario(new YamlMap(name, root));
  }

  private static Scenario scenario(YamlMap file) {
    file.requireOnly(KEYS);
    String name = file.required("scenario", text -> text);
    String summary = file.optional("summary", text -> text).orElse("");
    int nodes = file.optional("nodes", text -> between(text, 2, Scenario.MAX_NODES)).orElse(3);
    int secondaries =
        file.optional("secondaries", text -> between(text, 1, Scenario.MAX_SECONDARIES)).orElse(1);
    int users = file.optional("users", text -> between(text, 1, Scenario.MAX_USERS)).orElse(200);
    boolean consistent =
        file.optional("partition", text -> oneOf(text, "available", "consistent"))
            .map("consistent"::equals)
            .orElse(false);
    Routing routing =
        file.optional("routing", text -> constant(Routing.class, text)).orElse(Routing.STICKY);
    Optional<SlowRequests> slow = file.map("slow-requests").map(ScenarioFile::slowRequests);
    HoldfastSettings settings = HoldfastSettings.NONE.with(settings(file));
    Duration length = file.required("length", Times::parse);
    List<YamlMap> written = file.maps("steps");
    List<Step> steps = written.stream().map(ScenarioFile::step).toList();
    Expectations expectations =
        file.map("expect").map(ScenarioFile::expectations).orElse(Expectations.NONE);
    return file.judged(
        () -> {
          try {
            return new Scenario(
                name,
                summary,
                nodes,
                secondaries,
                consistent,
                users,
                routing,
                slow,
                settings,
                length,
                steps,
                expectations);
          } catch (StepException e) {
            throw written.get(numberOf(e.step(), steps)).refusal(e);
          }
        });
  }

  /** Those of a file, or of a step. */
  private static HoldfastSettings settings(YamlMap given) {
    return given.map(SETTINGS).map(ScenarioFile::readSettings).orElse(HoldfastSettings.NONE);
  }

  private static HoldfastSettings readSettings(YamlMap settings) {
    settings.judged(
        () -> {
          settings.keys().forEach(HoldfastSettings::requireNotOfTheDrill);
          return settings;
        });
    settings.requireOnly(HoldfastSettings.allowed());
    Map<String, String> values = new TreeMap<>();
    for (String name : settings.keys()) {
      values.put(name, settings.required(name, text -> text));
    }
    return settings.judged(() -> HoldfastSettings.of(values));
  }

  private static SlowRequests slowRequests(YamlMap slow) {
    slow.requireOnly(Set.of("percent", "for"));
    int percent = slow.required("percent", text -> between(text, 1, 100));
    Duration lasting = slow.required("for", Times::parse);
    return slow.judged(() -> new SlowRequests(percent, lasting));
  }

  /** Of two that say the same, each has a line of its own. */
  @SuppressWarnings("ReferenceEquality")
  private static int numberOf(Step wanted, List<Step> steps) {
    return IntStream.range(0, steps.size())
        .filter(number -> steps.get(number) == wanted)
        .findFirst()
        .orElseThrow();
  }

  private static Step step(YamlMap step) {
    step.requireOnly(keysBeside(step));
    Duration at = step.required("at", Times::parse);
    Duration every = step.time("every").orElse(Duration.ZERO);
    int times = step.optional("times", text -> between(text, 1, MOST_TIMES)).orElse(1);
    Action action = action(step);
    return step.judged(
        () -> {
          boolean repeated = every.compareTo(Duration.ZERO) > 0;
          if (repeated ? !step.has("times") : times > 1) {
            throw new IllegalArgumentException("every and times belong together");
          }
          return new Step(at, every, times, action);
        });
  }

  private static Action action(YamlMap step) {
    List<FaultKind> kinds =
        Arrays.stream(FaultKind.values()).filter(kind -> step.has(kind.toString())).toList();
    int others = (int) PLANNED.stream().filter(step::has).count() + kinds.size();
    if (others != 1) {
      return step.judged(
          () -> {
            throw new IllegalArgumentException(
                "a step needs exactly one of "
                    + Arrays.stream(FaultKind.values())
                        .map(FaultKind::toString)
                        .collect(Collectors.joining(", "))
                    + ", rolling-restart, rolling-upgrade, rolling-downgrade, grow, shrink,"
                    + " log-in and keys, has "
                    + others);
          });
    }
    if (step.has(RESTART)) {
      String unused = step.required(RESTART, text -> oneOf(text, "all"));
      return new Action.RollingRestart(settings(step));
    }
    if (step.has(LOG_IN)) {
      String unused = step.required(LOG_IN, text -> oneOf(text, "all"));
      return new Action.LogIn();
    }
    if (step.has(CHANGE_KEYS)) {
      String change =
          step.required(CHANGE_KEYS, text -> oneOf(text, "trust-both", "switch", "drop"));
      return new Action.ChangeKeys(
          ClusterKeys.Change.valueOf(change.toUpperCase(Locale.ROOT).replace('-', '_')));
    }
    if (step.has(UPGRADE) || step.has(DOWNGRADE)) {
      boolean back = step.has(DOWNGRADE);
      String unused = step.required(back ? DOWNGRADE : UPGRADE, text -> oneOf(text, "all"));
      return new Action.RollingUpgrade(back);
    }
    if (step.has(GROW)) {
      return new Action.Grow(step.required(GROW, text -> between(text, 2, Scenario.MAX_NODES)));
    }
    if (step.has(SHRINK)) {
      return new Action.Shrink(step.required(SHRINK, text -> between(text, 2, Scenario.MAX_NODES)));
    }
    return inflict(kinds.get(0), step);
  }

  /**
   * The keys that a step can have beside those that it has: another action, too, and those of any
   * where its own is mistyped or missing.
   */
  private static Set<String> keysBeside(YamlMap step) {
    Set<String> keys = new TreeSet<>(PLANNED);
    keys.addAll(List.of("at", "every", "times"));
    List<FaultKind> all = List.of(FaultKind.values());
    boolean isPlanned = PLANNED.stream().anyMatch(step::has);
    boolean isFault = all.stream().anyMatch(kind -> step.has(kind.toString()));
    if (isFault || !isPlanned) {
      keys.add("for");
    }
    if (step.has(RESTART) || !isFault && !isPlanned) {
      keys.add(SETTINGS);
    }
    for (FaultKind kind : all) {
      keys.add(kind.toString());
      if (step.has(kind.toString()) || !isFault && !isPlanned) {
        keys.addAll(kind.keys());
      }
    }
    return keys;
  }

  private static Action inflict(FaultKind kind, YamlMap step) {
    List<NodeChoice> nodes = step.list(kind.toString(), NodeChoice::parse);
    Fault fault = kind.fault(step);
    Optional<Duration> lasting = step.time("for");
    boolean told =
        (kind == FaultKind.STOP || kind == FaultKind.STOP_AND_KILL)
            && step.optional("balancer", text -> oneOf(text, "told", "not-told"))
                .map("told"::equals)
                .orElse(true);
    boolean hasty =
        kind == FaultKind.KILL
            && step.optional("users-return", text -> oneOf(text, "joined", "started"))
                .map("started"::equals)
                .orElse(false);
    return step.judged(
        () -> {
          kind.requirePossible(nodes);
          if (hasty && lasting.isEmpty()) {
            throw new IllegalArgumentException(
                "users-return: started needs for, after which the node is started again");
          }
          if (lasting.isPresent() && lasting.get().toMillis() < 1) {
            throw new IllegalArgumentException("for must be above 0 ms");
          }
          return new Action.Inflict(fault, kind.toString(), nodes, lasting, told, hasty);
        });
  }

  private static Expectations expectations(YamlMap expect) {
    expect.requireOnly(EXPECTED_KEYS);
    Expectations.Errors errors =
        expect
            .optional("errors", text -> constant(Expectations.Errors.class, text))
            .orElse(Expectations.Errors.DURING);
    Expectations.Losses losses =
        expect
            .optional("losses", text -> constant(Expectations.Losses.class, text))
            .orElse(Expectations.Losses.NONE);
    Optional<Double> growth = expect.optional("p99-growth", ScenarioFile::factor);
    return expect.judged(
        () ->
            new Expectations(
                expect.optional("recovery", ScenarioFile::recovery),
                expect.optional("recovery-median", ScenarioFile::bound),
                expect.optional("recovery-p99", ScenarioFile::bound),
                expect.optional("view-change", ScenarioFile::bound),
                expect.optional("protected-again", ScenarioFile::bound),
                expect.optional("rejoin", ScenarioFile::bound),
                expect.optional("response-p90", ScenarioFile::bound),
                errors,
                growth.map(OptionalDouble::of).orElse(OptionalDouble.empty()),
                losses,
                expect.optional("unprotected-bind-after", ScenarioFile::bound),
                expect
                    .optional("growth", text -> oneOf(text, "none", "any"))
                    .map("none"::equals)
                    .orElse(false)));
  }

  private static Duration recovery(String text) {
    Duration bound = Times.parse(text);
    if (bound.toMillis() < 1 || bound.compareTo(LONGEST_RECOVERY) > 0) {
      throw new IllegalArgumentException("must be between 1ms and 10m, was " + text);
    }
    return bound;
  }

  private static Duration bound(String text) {
    Duration bound = Times.parse(text);
    if (bound.toMillis() < 1) {
      throw new IllegalArgumentException("must be at least 1ms, was " + text);
    }
    return bound;
  }

  private static double factor(String text) {
    if (!NUMBER.matcher(text).matches()) { // Java reads more, such as 2d
      throw new IllegalArgumentException(outside("number", 1, MOST_GROWTH, '"' + text + '"'));
    }
    double factor = Double.parseDouble(text);
    if (!(factor >= 1 && factor <= MOST_GROWTH)) {
      throw new IllegalArgumentException(outside("number", 1, MOST_GROWTH, text));
    }
    return factor;
  }

  static int between(String text, int lowest, int highest) {
    int number;
    try {
      number = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          outside("whole number", lowest, highest, '"' + text + '"'), e);
    }
    if (number < lowest || number > highest) {
      throw new IllegalArgumentException(outside("whole number", lowest, highest, text));
    }
    return number;
  }

  private static String outside(String what, int lowest, int highest, String was) {
    return "must be a " + what + " between " + lowest + " and " + highest + ", was " + was;
  }

  static String oneOf(String text, String... allowed) {
    if (!Arrays.asList(allowed).contains(text)) {
      throw new IllegalArgumentException(noneOf(text, Arrays.asList(allowed)));
    }
    return text;
  }

  private static String noneOf(String text, List<String> allowed) {
    return "must be one of "
        + String.join(", ", allowed)
        + ", was \""
        + text
        + "\", did you mean "
        + NearestName.to(text, allowed)
        + "?";
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> constant.toString().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    noneOf(
                        text,
                        Arrays.stream(type.getEnumConstants()).map(Object::toString).toList())));
  }
}
