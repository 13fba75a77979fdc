// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.broken;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.holdfast.drill.Seeds;

/** For each scenario that comes along a build that it must not let pass, and what must be found. */
public final class BrokenDrills {
  private static final String RESET = "\\d+ sessions were reset";

  /** Some of them had been answered as protected: else the verdict says more. */
  private static final String LOST = "\\d+ answered updates were lost";

  private static final String LOST_UNPROTECTED = LOST + ".*";

  /** What a node that went on with old sessions did to users depends on who asked it first. */
  private static final String OLD_STATE_SERVED =
      LOST_UNPROTECTED
          + "|\\d+ answers (came from a session that had ended|were stale|rested on older"
          + " states.*)";

  private static final String LOST_WITH_ASYNC =
      "\\d+ answered updates were lost that async may not lose .*";

  /** Answers of 503, dozens of them: on a machine that is too busy attempts time out instead. */
  private static final String REFUSED =
      "\\d+ attempts failed, more than the \\d+ allowed: .*unavailable=\\d{2,}.*";

  private static final String STILL_CUT =
      "\\d+ attempts failed before anything was done, or when everybody was over it:"
          + " .*unavailable=.*";

  private static final String CUT_OFF = "\\d+ attempts failed: .*";

  private static final String NEVER_WHOLE_AGAIN =
      "the nodes were not in one settled view again after: .*"
          + "|not every session was protected again after: .*";

  private static final String WRONG = "\\d+ attempts failed: .*wrong-answer=.*";

  /** What has no drill that could fail here, and why. */
  static final Map<String, String> UNPLAYABLE =
      Map.of(
          "every-fault", "is what the others are, one after the other",
          "soak", "is pulling-plugs for longer; SoakIT has builds without copies and with leaks",
          "link-cut-one-way", "is link-cut-long in one direction");

  private BrokenDrills() {}

  /** The one that tells most: what is shipped must hold where it is broken. */
  static Stream<BrokenDrill> fenced() {
    return Stream.of(
        process(
            "pause-long",
            BrokenBuild.WITHOUT_FENCING,
            OLD_STATE_SERVED,
            "--users=150",
            "--seconds=20"));
  }

  /** Those that only a history of more than a counter finds. */
  static Stream<BrokenDrill> mixed() {
    return Stream.of(
        // No fault is needed: two requests of a session at once are enough.
        mixed(
            "pause-short",
            BrokenBuild.TELLS_FORMER_IDS,
            "\\d+ answers came from a session that had ended",
            "--logins=15"),
        // No fault is needed: the map changes in held requests while others are encoded. A lost
        // attribute shows where the session is next, so no user begins a new one meanwhile.
        process(
            "pause-short",
            BrokenBuild.FORGETS_WHAT_IT_CANNOT_ENCODE,
            LOST_UNPROTECTED,
            "--workload=mixed",
            "--routing=random",
            "--users=100",
            "--think-ms=250",
            "--seconds=40",
            "--logins=0"),
        // Some of the requests in flight have sent the last byte of their answers.
        mixed("kill", BrokenBuild.LETS_LATER_PIECES_GO, LOST_UNPROTECTED));
  }

  /**
   * One of the cheapest, which each build draws anew. The others of {@link #mixed} are not found
   * each time on a busy machine.
   */
  static Stream<BrokenDrill> drawn() {
    List<BrokenDrill> cheapest = Stream.concat(fenced(), mixed().limit(1)).toList();
    return Stream.of(cheapest.get(new Random(Seeds.one()).nextInt(cheapest.size())));
  }

  /** That of a bound in time: what is shipped must hold where it is broken. */
  static Stream<BrokenDrill> bounded() {
    return Stream.of(
        process(
            "kill",
            BrokenBuild.ASYNC_WITH_A_LONG_QUEUE,
            LOST_WITH_ASYNC,
            "--ack=async",
            "--users=60",
            "--seconds=10"));
  }

  /** Of the next version of Holdfast: what it leaves behind the version of before cannot read. */
  static Stream<BrokenDrill> upgrades() {
    return Stream.of(
        // Who stays at one node leaves a node of the new version for one of the old only when it is
        // taken back.
        upgrade("rolling-upgrade", "--routing=round-robin"), upgrade("rolling-downgrade"));
  }

  private static BrokenDrill upgrade(String scenario, String... options) {
    return process(
        scenario,
        BrokenBuild.WRITES_ATTRIBUTES_ANEW,
        RESET + "|" + LOST_UNPROTECTED,
        Stream.concat(Stream.of("--users=60", "--seconds=10"), Stream.of(options))
            .toArray(String[]::new));
  }

  /** All others on processes. */
  static Stream<BrokenDrill> processes() {
    return Stream.concat(
        Stream.of(
                "kill",
                "kill-and-return",
                "stop",
                "stop-unannounced",
                // That a drain ends on a consistent look shows in DrainLookTest: here the crash
                // would have to be noticed within one look.
                "drain-and-crash",
                "rolling-restart",
                "pause-short",
                "pause-long",
                "primary-then-secondary",
                "double-kill",
                "double-kill-survived",
                "scale",
                "pulling-plugs")
            .map(scenario -> process(scenario, BrokenBuild.WITHOUT_REPLICATION, RESET)),
        Stream.of(
            // Without replication there is no view, and nobody who made it.
            process("coordinator", BrokenBuild.KEEPS_NO_COPIES, RESET + "|" + LOST_UNPROTECTED),
            process("stop-slow-requests", BrokenBuild.CUTS_REQUESTS_OFF, CUT_OFF),
            process("clock-jump", BrokenBuild.BELIEVES_THE_WALL_CLOCK, RESET),
            process(
                "clock-back-restart", BrokenBuild.COUNTS_STARTS_BY_THE_CLOCK, NEVER_WHOLE_AGAIN),
            process(
                "session-id-secret",
                BrokenBuild.ACCEPTS_ONE_SECRET,
                RESET + "|" + LOST_UNPROTECTED),
            // Two nodes: each one more that is restarted is waited for in vain, two minutes long.
            process(
                "key-rotation",
                BrokenBuild.NEVER_RELOADS_KEYS,
                RESET + "|" + LOST_UNPROTECTED,
                "--nodes=2"),
            // Two clusters of one node each: neither knows what became of the sessions of the
            // other.
            process(
                "tls-switch-on",
                BrokenBuild.MIGRATES_WITHOUT_PLAINTEXT,
                CUT_OFF + "unavailable=\\d{3,}.*",
                "--nodes=2"),
            process("strangers", BrokenBuild.WAITS_FOR_STRANGERS, NEVER_WHOLE_AGAIN)));
  }

  private static BrokenDrill mixed(
      String scenario, BrokenBuild build, String finding, String... options) {
    return process(
        scenario,
        build,
        finding,
        Stream.concat(
                Stream.of("--workload=mixed", "--routing=random", "--users=60", "--seconds=15"),
                Stream.of(options))
            .toArray(String[]::new));
  }

  /** Those that need a network, processors, memory or a disk of a node's own. */
  public static Stream<BrokenDrill> containers() {
    return Stream.of(
        container("partition", BrokenBuild.WITHOUT_MAJORITY, LOST_UNPROTECTED),
        container("partition-majority", BrokenBuild.WITHOUT_MAJORITY, LOST_UNPROTECTED),
        container("cut-inbound", BrokenBuild.WITHOUT_MAJORITY, LOST_UNPROTECTED),
        container("cut-outbound", BrokenBuild.WITHOUT_MAJORITY, LOST_UNPROTECTED),
        container("partition-available", BrokenBuild.CLAIMS_PROTECTION, LOST),
        container("partition-available", BrokenBuild.WITHOUT_FENCING, LOST),
        container("link-cut-coordinator", BrokenBuild.GOES_ON_IN_ITS_OWN_VIEW, LOST_UNPROTECTED),
        container("link-cut-long", BrokenBuild.SLEEPS_AFTER_A_CUT, STILL_CUT),
        container(
            "link-cut",
            BrokenBuild.DENIES_BY_OLD_ACKNOWLEDGEMENTS,
            RESET,
            "--workload=mixed",
            "--routing=random",
            "--logins=15"),
        container("start-behind-cut", BrokenBuild.FORGETS_LISTED_NODES, RESET),
        container("full-disk", BrokenBuild.LOGS_OR_FAILS, WRONG),
        container("out-of-memory", BrokenBuild.WITHOUT_REPLICATION, RESET));
  }

  /** Those of what is late: what is shipped must hold under the same load. */
  public static Stream<BrokenDrill> late() {
    return Stream.of("packet-loss", "bandwidth", "delay", "slow-peer").map(BrokenDrills::late);
  }

  static Stream<BrokenDrill> all() {
    return Stream.of(fenced(), mixed(), bounded(), upgrades(), processes(), containers(), late())
        .flatMap(some -> some);
  }

  /**
   * Busy users: what is late is a share of what they ask for. Few of them: each waits for its
   * answer before it asks again, so that they overload nobody. Few errors are allowed: what is
   * shipped has had up to nine, on a busy machine.
   */
  private static BrokenDrill late(String scenario) {
    return container(
        scenario,
        BrokenBuild.FAILS_WHEN_LATE,
        REFUSED,
        "--users=50",
        "--think-ms=40",
        "--max-errors=30");
  }

  private static BrokenDrill process(
      String scenario, BrokenBuild build, String finding, String... options) {
    return new BrokenDrill(scenario, build, "process", finding, List.of(options));
  }

  private static BrokenDrill container(
      String scenario, BrokenBuild build, String finding, String... options) {
    return new BrokenDrill(scenario, build, "container", finding, List.of(options));
  }
}
