// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.holdfast.drill.cli.IdleOptions;
import org.holdfast.drill.cli.SessionCookieOption;
import org.holdfast.drill.load.AnswerPattern;
import org.holdfast.drill.load.LoadSettings;
import org.holdfast.drill.load.Routing;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.scenario.Scenario;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say what the users of a drill do. */
final class UserOptions {
  private static final Duration RETRY_DELAY = Duration.ofMillis(50);
  private static final int EAGER_EVERY = 4;
  private static final int FEW_USERS = 1_000;
  private static final long FEW_RAMP_UP_MILLIS = 2_000;
  private static final long MILLIS_FOR_A_USER = 5;
  private static final int USUAL_LOGINS = 2;
  private static final int MIXED_LOGINS = 5;

  /** Short enough to be typed. */
  private static final long MOST_DRAWN_SEED = 1_000_000_000;

  /** What a right answer has in it where nobody said. */
  static final String ANYTHING = "(?s).";

  @Option(
      names = "--url",
      paramLabel = "PATH",
      description =
          "Path and query of an application of your own that users ask for, instead of --workload;"
              + " {user} in it is the number of the user, from 0 (default: the workload's).")
  private @Nullable String url;

  @Option(
      names = "--expect",
      paramLabel = "REGEX",
      description =
          "With --url: what a right answer has in it; its group 'counter', or its first, is a"
              + " number in the session that each request raises by one, without which no truth can"
              + " be judged (default: anything with status 200).")
  private @Nullable String expect;

  @Mixin private SessionCookieOption sessionCookie = new SessionCookieOption();

  @Option(
      names = "--routing",
      paramLabel = "HOW",
      description =
          "${COMPLETION-CANDIDATES}: a user stays with its node, or asks the next one each time"
              + " or a random one (default: as the scenario says, sticky unless it says"
              + " otherwise).")
  private @Nullable Routing routing;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      description =
          "Requests of a user's session under way at once, 1 to 8 (default: 2 with --workload mixed,"
              + " else 1).")
  private @Nullable Integer parallel;

  @Option(
      names = "--workload",
      paramLabel = "WHAT",
      defaultValue = "counter",
      description =
          "The kind of requests: ${COMPLETION-CANDIDATES}. A counter request adds 1 to one attribute;"
              + " a mixed request changes several attributes in several ways, and its answer may"
              + " come late or in pieces; a cart request changes 4 KB, a profile request one of 40"
              + " attributes of 1 KB, a big-session request 40 KB. Requests of the last three kinds"
              + " use no session (default: ${DEFAULT-VALUE}).")
  private Workload workload = Workload.COUNTER;

  @Option(
      names = "--think-ms",
      paramLabel = "MS",
      defaultValue = "500",
      description =
          "Mean think time between an answer and the next request in ms, 0 to 600000 (default:"
              + " ${DEFAULT-VALUE}).")
  private long thinkMillis;

  @Option(
      names = "--think-distribution",
      paramLabel = "DISTRIBUTION",
      defaultValue = "exponential",
      description =
          "How think times scatter: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private ThinkTime.Distribution think = ThinkTime.Distribution.EXPONENTIAL;

  @Option(
      names = "--logins",
      paramLabel = "PERCENT",
      description =
          "Of 100 requests of a user, how many log in (the session gets another id) and how many"
              + " log out (it ends), 0 to 25; each id given up is sent once more a while later and"
              + " must not be served (default: 5 with --workload mixed, else 2; 0 where that cannot"
              + " be).")
  private @Nullable Integer loginPercent;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Seed of think times, logins and failover choices; the report names it (default: drawn"
              + " anew for each drill).")
  private long seed = new SecureRandom().nextLong(1, MOST_DRAWN_SEED);

  @Option(
      names = {"--failover-timeout", "--failover-timeout-ms"},
      paramLabel = "MS",
      defaultValue = "1000",
      description =
          "How long a user waits for an answer before it turns to another node, in ms, 1 to 600000"
              + " (default: ${DEFAULT-VALUE}).")
  private long failoverTimeoutMillis;

  @Option(
      names = "--keep-alive-ms",
      paramLabel = "MS",
      description =
          "Longest pause for which a user keeps its connection open, in ms, 0 to 600000: before a"
              + " longer one it closes it, but for one user in "
              + EAGER_EVERY
              + ", who is to notice at once that its node is gone. For more users than the process"
              + " may open files (default: always kept).")
  private @Nullable Long keepAliveMillis;

  @Option(
      names = "--warm-up-ms",
      paramLabel = "MS",
      defaultValue = "8000",
      description =
          "Longest wait for steady response times before measuring, in ms, 0 to 600000 (default:"
              + " ${DEFAULT-VALUE}).")
  private long warmUpMillis;

  /**
   * @throws IllegalArgumentException if it is out of its range
   */
  Duration maxWarmUp() {
    if (warmUpMillis < 0 || warmUpMillis > 600_000) {
      throw new IllegalArgumentException(
          "--warm-up-ms must be between 0 and 600000, was " + warmUpMillis);
    }
    return Duration.ofMillis(warmUpMillis);
  }

  /** Whether users ask for an application of the user's own. */
  boolean isOwn() {
    return url != null;
  }

  /**
   * Refuses what would change nothing.
   *
   * @throws IllegalArgumentException with the option and why
   */
  void refuseIdle(IdleOptions line) {
    line.refuse(isOwn(), "with --url, which users ask for instead", "--workload");
    line.refuse(
        isOwn(), "with --url: of an application of yours nobody knows where it is", "--logins");
    line.refuse(
        thinkMillis == 0, "with --think-ms 0, whose users do not think", "--think-distribution");
    line.refuse(
        workload.expected().isPresent(),
        "with --workload "
            + workload
            + (workload.hasSessions()
                ? ", whose users do not log in and out"
                : ", which has no session"),
        "--logins");
  }

  /** Name of what users ask for. */
  String workload() {
    return url == null ? workload.toString() : url;
  }

  /**
   * Within how long users come in. A few come at once; of many, each second no more than nodes can
   * let in that have just started: more would give up, ask another node, and so on.
   */
  Duration rampUp(int users) {
    long few = Math.min(FEW_RAMP_UP_MILLIS, 200 + MILLIS_FOR_A_USER * users);
    return Duration.ofMillis(few + MILLIS_FOR_A_USER * Math.max(0, users - FEW_USERS));
  }

  /**
   * Returns what the users of {@code played} do.
   *
   * @throws IllegalArgumentException if an option has an impossible value
   */
  LoadSettings load(Scenario played) {
    if (url == null && expect != null) {
      throw new IllegalArgumentException("--expect goes with --url only");
    }
    if (failoverTimeoutMillis < 1 || failoverTimeoutMillis > 600_000) {
      throw new IllegalArgumentException(
          "failover timeout in ms must be between 1 and 600000, was " + failoverTimeoutMillis);
    }
    Optional<String> pattern =
        url == null ? workload.expected() : Optional.of(expect == null ? ANYTHING : expect);
    boolean mixed = url == null && workload == Workload.MIXED;
    int atOnce = Objects.requireNonNullElse(parallel, mixed ? 2 : 1);
    boolean takesLogins = pattern.isEmpty() && workload.takesLogins() && (atOnce == 1 || mixed);
    LoadSettings settings =
        new LoadSettings(
            played.users(),
            url == null ? workload.path() : url,
            new ThinkTime(think, Duration.ofMillis(thinkMillis)),
            Duration.ofMillis(failoverTimeoutMillis),
            RETRY_DELAY,
            seed,
            EAGER_EVERY,
            Objects.requireNonNullElse(
                loginPercent, takesLogins ? (mixed ? MIXED_LOGINS : USUAL_LOGINS) : 0));
    if ((mixed || pattern.isPresent()) && played.slow().isPresent()) {
      throw new IllegalArgumentException(
          "scenario "
              + played.name()
              + " has slow requests, which workload "
              + workload()
              + " does not have");
    }
    if (!takesLogins && played.logsIn()) {
      throw new IllegalArgumentException(
          "scenario "
              + played.name()
              + " has users log in, which they cannot with workload "
              + workload()
              + (atOnce > 1 ? " and --parallel " + atOnce : ""));
    }
    if (pattern.isPresent()) {
      settings = settings.withExpect(AnswerPattern.of(pattern.get()));
    }
    return settings
        .withKeepAlive(keepAlive())
        .withRouting(Objects.requireNonNullElse(routing, played.routing()))
        .withParallel(atOnce)
        .withSessionCookie(sessionCookie.name())
        .withSlow(played.slow());
  }

  private Duration keepAlive() {
    if (keepAliveMillis == null) {
      return LoadSettings.ALWAYS;
    }
    if (keepAliveMillis < 0 || keepAliveMillis > 600_000) {
      throw new IllegalArgumentException(
          "--keep-alive-ms must be between 0 and 600000, was " + keepAliveMillis);
    }
    return Duration.ofMillis(keepAliveMillis);
  }
}
