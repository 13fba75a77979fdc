// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Has spin search every state of {@code docs/model/ownership.pml} within the bounds of each
 * configuration, and requires that each seeded fault is found. Needs spin and gcc: without them it
 * is skipped, but fails where the environment says CI=true.
 */
class OwnershipModelIT {
  private static final Path BASE = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
  private static final Path MODEL = BASE.resolve("../docs/model/ownership.pml").normalize();
  private static final Path WORK = BASE.resolve("target/model");
  private static final long TOOL_SECONDS = 300;
  private static final long SEARCH_SECONDS = 600;
  private static final boolean REQUIRED = "true".equals(System.getenv("CI"));
  private static final Pattern STATES = Pattern.compile("(\\d+) states, stored");
  private static final Pattern ERRORS = Pattern.compile("errors: (\\d+)");

  /** gcc takes half of the time of a search without optimisation, and more with it; tcc no time. */
  private static final List<String> COMPILER =
      isInstalled("tcc") ? List.of("tcc") : List.of("gcc", "-O0");

  @BeforeAll
  static void needsSpinAndGcc() {
    for (String tool : List.of("spin", "gcc")) {
      boolean installed = isInstalled(tool);
      String message =
          "MODEL NOT CHECKED: " + tool + " is not installed (apt-get install spin gcc)";
      if (!installed) {
        System.err.println(message);
      }
      if (REQUIRED) {
        assertThat(installed).as(message).isTrue();
      }
      assumeTrue(installed, message);
    }
  }

  private static boolean isInstalled(String tool) {
    for (String directory : System.getenv().getOrDefault("PATH", "").split(":")) {
      if (!directory.isEmpty() && Files.isExecutable(Path.of(directory, tool))) {
        return true;
      }
    }
    return false;
  }

  /** The numbers of states are exact: a model that changes must say so here. */
  @ParameterizedTest
  @CsvSource({
    "two-crash,-DN=2 -DCRASH -DVIEWS -DLOGOUT -DRENAME,287363",
    "three-moves,-DN=3 -DLOGOUT -DUPDATES=0,138221",
    "three-excluded,-DN=3 -DSUSPECT -DVIEWS -DEXCLUDED -DSTRIKES=2 -DTURNS=32,1392",
    "three-denials,-DN=3 -DCUT -DRENAME -DUPDATES=0 -DDENIALS -DROUNDS=1 -DTURNS=3,15338",
    "three-two-copies,-DN=3 -DK=2 -DCRASH -DTWOCRASHES -DROUNDS=1,15381"
  })
  void holds_inEveryState(String name, String defines, long states) throws Exception {
    assertHolds(name, defines, states);
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({
    "three-crash,-DN=3 -DCRASH -DVIEWS -DLOGOUT -DUPDATES=0 -DROUNDS=1,258165",
    "three-returned,"
        + "-DN=3 -DSUSPECT -DVIEWS -DEXCLUDED -DRETURN -DSTRIKES=0 -DROUNDS=1 -DTURNS=3,192413",
    "three-cut,-DN=3 -DCUT,1847747",
    "three-suspicion,-DN=3 -DSUSPECT -DVIEWS -DROUNDS=1,883431",
    "two-cut-heal,-DN=2 -DCUT -DVIEWS -DRETURN,1566750",
    "three-crash-rename,-DN=3 -DCRASH -DRENAME,4257433",
    "three-denials-update,-DN=3 -DCUT -DRENAME -DDENIALS -DROUNDS=1 -DTURNS=3,116094",
    "three-two-copies-two-rounds,-DN=3 -DK=2 -DCRASH -DTWOCRASHES,837604",
    "three-two-copies-moves,-DN=3 -DK=2 -DLOGOUT -DUPDATES=0,257029",
    "three-not-in-view,"
        + "-DN=3 -DSUSPECT -DVIEWS -DSTRIKES=0 -DROUNDS=1 -DTURNS=3 -DNOTINVIEW,240658",
    "three-crash-two-rounds,"
        + "-DN=3 -DCRASH -DVIEWS -DLOGOUT -DUPDATES=0 -DROUNDS=2 -DPATIENT,3065742",
    "three-primary-again,-DN=3 -DCRASH -DROUNDS=3 -DTURNS=312 -DSTRIKES=0,2751552"
  })
  void holds_inEveryStateOfLargerBounds(String name, String defines, long states) throws Exception {
    assertHolds(name, defines, states);
  }

  @ParameterizedTest
  @CsvSource({
    "F_NO_FENCE,-DN=3 -DCUT",
    "F_RENAME_IN_TWO,-DN=3 -DCRASH -DRENAME -DUPDATES=0",
    "F_NO_RELEASE,-DN=3 -DLOGOUT -DUPDATES=0",
    "F_LISTEN_TO_EXCLUDED,-DN=3 -DSUSPECT -DVIEWS -DEXCLUDED -DSTRIKES=2 -DTURNS=32",
    "F_ONE_ACK,-DN=3 -DK=2 -DCRASH -DTWOCRASHES -DROUNDS=1",
    "F_DENIED_BY_AN_OLD_ACK,-DN=3 -DCUT -DRENAME -DUPDATES=0 -DDENIALS -DROUNDS=1 -DTURNS=3"
  })
  void isViolated_whenARuleIsTakenOut(String fault, String defines) throws Exception {
    assertFails(fault, defines + " -D" + fault);
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({
    "F_ACK_ALONE,-DN=3 -DCUT",
    "F_ONE_HOLDER,-DN=3 -DCUT",
    "F_STEP_DOWN_DELETES,-DN=3 -DCUT",
    "F_TOMBSTONE_EARLY,-DN=3 -DLOGOUT -DUPDATES=0",
    "F_FORGET_VIEWS,-DN=3 -DSUSPECT -DVIEWS -DROUNDS=1",
    "F_NO_LIMBO,-DN=3 -DSUSPECT -DVIEWS -DROUNDS=1",
    "F_COUNT_UNCONFIRMED,"
        + "-DN=3 -DSUSPECT -DVIEWS -DEXCLUDED -DRETURN -DSTRIKES=0 -DROUNDS=1 -DTURNS=3 -DF_NO_FROM",
    "F_ORPHANS_FORGOTTEN,-DN=3 -DCRASH -DVIEWS -DUPDATES=0 -DSTRIKES=0 -DTURNS=23",
    "F_NO_FROM,-DN=3 -DCRASH -DRENAME",
    "F_FOUND_END_TOLD_AT_ONCE,-DN=3 -DK=2 -DLOGOUT -DUPDATES=0",
    "F_NOT_IN_VIEW_DELETES,"
        + "-DN=3 -DSUSPECT -DVIEWS -DSTRIKES=0 -DROUNDS=1 -DTURNS=3 -DNOTINVIEW",
    "F_DENIED_BY_A_LATE_ACK,-DN=3 -DCUT -DRENAME -DDENIALS -DROUNDS=1 -DTURNS=3",
    "F_OLD_ACK,-DN=3 -DCRASH -DROUNDS=3 -DTURNS=312 -DSTRIKES=0"
  })
  void isViolatedToo_whenARuleIsTakenOut(String fault, String defines) throws Exception {
    assertFails(fault, defines + " -D" + fault);
  }

  @ParameterizedTest
  @CsvSource({"ack-of-the-next-primary,-DN=3 -DPROBE=1"})
  void reaches(String state, String defines) throws Exception {
    assertFails("reaches-" + state, defines);
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({
    "fenced-primary,-DN=3 -DCUT -DPROBE=2",
    "takeover,-DN=3 -DCUT -DPROBE=5",
    "release,-DN=3 -DCUT -DPROBE=3",
    "swept-tombstone,-DN=3 -DLOGOUT -DUPDATES=0 -DPROBE=4",
    "hand-over,-DN=3 -DPROBE=6",
    "successor-told,"
        + "-DN=3 -DSUSPECT -DVIEWS -DSTRIKES=0 -DROUNDS=1 -DTURNS=3 -DNOTINVIEW -DPROBE=10",
    "newer-state-refused,"
        + "-DN=3 -DSUSPECT -DVIEWS -DEXCLUDED -DRETURN -DSTRIKES=0 -DROUNDS=1 -DTURNS=3 -DPROBE=7"
  })
  void reachesToo(String state, String defines) throws Exception {
    assertFails("reaches-" + state, defines);
  }

  private static void assertHolds(String name, String defines, long states) throws Exception {
    String report = check(name, defines);

    assertThat(report).contains("Full statespace search").doesNotContain("Search not completed");
    assertThat(report).doesNotContain("max search depth too small");
    assertThat(number(ERRORS, report)).as("errors of %s:%n%s", name, report).isZero();
    assertThat(number(STATES, report)).as("states of %s", name).isEqualTo(states);
  }

  private static void assertFails(String name, String defines) throws Exception {
    String report = check(name, defines);

    assertThat(report).as(name).contains("assertion violated");
    assertThat(number(ERRORS, report)).as("errors of %s:%n%s", name, report).isEqualTo(1);
  }

  private static String check(String name, String defines) throws Exception {
    Path directory = Files.createDirectories(WORK.resolve(name));
    List<String> spin = new ArrayList<>(List.of("spin", "-a"));
    spin.addAll(List.of(defines.split(" ")));
    spin.add(MODEL.toString());
    run(directory, TOOL_SECONDS, spin);
    List<String> compiler = new ArrayList<>(COMPILER);
    compiler.addAll(
        List.of(
            "-w", "-DCOLLAPSE", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=4000", "-o", "pan", "pan.c"));
    run(directory, TOOL_SECONDS, compiler);
    return run(
        directory, SEARCH_SECONDS, List.of(directory.resolve("pan").toString(), "-m20000", "-w22"));
  }

  /** Returns what the command printed; it is killed when it takes longer. */
  private static String run(Path directory, long seconds, List<String> command)
      throws IOException, InterruptedException {
    Path output = directory.resolve(Path.of(command.get(0)).getFileName() + ".log");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(seconds, TimeUnit.SECONDS))
          .as("%s ends within %d s", command, seconds)
          .isTrue();
    } finally {
      process.destroyForcibly();
    }
    String printed = Files.readString(output);
    assertThat(process.exitValue()).as("%s:%n%s", command, printed).isZero();
    return printed;
  }

  private static long number(Pattern pattern, String report) {
    Matcher found = pattern.matcher(report);
    assertThat(found.find()).as("%s in%n%s", pattern, report).isTrue();
    return Long.parseLong(found.group(1));
  }
}
