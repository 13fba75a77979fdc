// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs those tests of the Jakarta Servlet TCK that have to do with sessions or logins on Tomcat,
 * with its own manager and with ours, alone and beside a second node that keeps all processors
 * busy. {@code -Dtck.source=} is a checkout of the specification's project. This comparison is no
 * certification: a class of the TCK is replaced.
 */
class ServletTckIT {
  private static final String CLASS_PATH =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

  @Test
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void failsNothingWithHoldfast_thatTomcatsOwnManagerPasses() throws Exception {
    String source = System.getProperty("tck.source");
    Assumptions.assumeTrue(source != null, "no -Dtck.source= says where the TCK's sources are");
    TckSources sources = new TckSources(Path.of(source));
    Path classes = Path.of("target", "tck-classes").toAbsolutePath();
    sources.compile(CLASS_PATH, classes);

    Map<String, String> stock = run("stock", classes, sources.sessionTests());
    Map<String, String> alone = run("holdfast", classes, sources.sessionTests());
    Map<String, String> beside;
    Process peer = startBusyPeer();
    try {
      beside = run("holdfast-pair", classes, sources.sessionTests());
      assertThat(peer.isAlive()).as("the second node was there all the time").isTrue();
    } finally {
      peer.destroyForcibly();
    }

    assertThat(stock.values()).filteredOn("SUCCESSFUL"::equals).hasSizeGreaterThan(500);
    assertThat(worse(stock, alone)).as("alone").isEmpty();
    assertThat(worse(stock, beside)).as("beside a second node, on busy processors").isEmpty();
  }

  private static List<String> worse(Map<String, String> stock, Map<String, String> ours) {
    List<String> worse = new ArrayList<>();
    stock.forEach(
        (test, result) -> {
          if (result.equals("SUCCESSFUL") && !result.equals(ours.get(test))) {
            worse.add(test + " " + ours.get(test));
          }
        });
    return worse;
  }

  private static Process startBusyPeer() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-classpath",
            CLASS_PATH,
            BusyPeer.class.getName())
        .redirectErrorStream(true)
        .redirectOutput(new File("target/tck-peer.log"))
        .start();
  }

  private static Map<String, String> run(String manager, Path classes, List<String> tests)
      throws IOException, InterruptedException {
    Path report = Path.of("target", "tck-" + manager + ".txt").toAbsolutePath();
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx768m",
                "-Dtck.manager=" + manager,
                "-classpath",
                CLASS_PATH + File.pathSeparator + classes,
                TckRun.class.getName(),
                report.toString()));
    command.addAll(tests);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(new File("target/tck-" + manager + ".log"))
            .start();
    try {
      assertThat(process.waitFor(30, TimeUnit.MINUTES)).as("ends in time").isTrue();
    } finally {
      process.destroyForcibly();
    }
    Map<String, String> results = new TreeMap<>();
    for (String line : Files.readAllLines(report)) {
      int end = line.lastIndexOf(' ');
      results.put(line.substring(0, end), line.substring(end + 1));
    }
    return results;
  }
}
