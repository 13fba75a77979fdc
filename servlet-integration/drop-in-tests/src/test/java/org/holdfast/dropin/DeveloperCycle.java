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

package org.holdfast.dropin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How much longer does a developer wait with Holdfast than without? One figure for the start of a
 * server, the deployment and three redeployments of an application, with a page asked for after
 * each, since time that is only put off is not saved. On an embedded and on a stock Tomcat, each in
 * a process of its own, with and without Holdfast in turn.
 *
 * <pre>{@code
 * mvn -Pdeveloper-cycle -pl servlet-integration/drop-in-tests -am verify -DskipITs -Dtest=none \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dcycle.rounds=9
 * }</pre>
 *
 * <p>The figures are wrong when the machine's other load changes within a round: look at the
 * spread.
 */
final class DeveloperCycle {
  static final int REDEPLOYS = 3;
  static final String RESULT = "cycle took ms: ";

  private static final String USERS =
      "<tomcat-users><user username=\"it\" password=\"it\" roles=\"manager-script\"/></tomcat-users>";

  private final Path directory;

  private DeveloperCycle(Path directory) {
    this.directory = directory;
  }

  /** Argument: rounds, each with and without. */
  public static void main(String[] arguments) throws Exception {
    int rounds = Integer.parseInt(arguments[0]);
    Path directory =
        Files.createTempDirectory(Files.createDirectories(Path.of("target", "cycle")), "run")
            .toAbsolutePath();
    DeveloperCycle cycle = new DeveloperCycle(directory);
    System.out.println("load before: " + load());
    cycle.compare("embedded", rounds, cycle::embedded);
    cycle.compare("stock", rounds, cycle::stock);
    System.out.println("load after: " + load());
  }

  private interface Cycle {
    long millis(Path folder, boolean replicated) throws Exception;
  }

  private void compare(String name, int rounds, Cycle cycle) throws Exception {
    long[] without = new long[rounds];
    long[] with = new long[rounds];
    long[] difference = new long[rounds];
    for (int round = 0; round < rounds; round++) {
      // In turn also within the rounds, so that neither always comes first.
      boolean first = round % 2 == 1;
      for (boolean replicated : List.of(first, !first)) {
        Path folder = directory.resolve(name + "-" + round + "-" + replicated);
        (replicated ? with : without)[round] = cycle.millis(folder, replicated);
      }
      difference[round] = with[round] - without[round];
      System.out.printf(
          Locale.ROOT,
          "%s round %d: without %d ms, with %d ms, difference %d ms%n",
          name,
          round + 1,
          without[round],
          with[round],
          difference[round]);
    }
    System.out.printf(
        Locale.ROOT,
        "%s: median without %d ms, with %d ms, median difference %d ms (%d to %d)%n",
        name,
        median(without),
        median(with),
        median(difference),
        Arrays.stream(difference).min().orElseThrow(),
        Arrays.stream(difference).max().orElseThrow());
  }

  private static long median(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static String load() throws IOException {
    Path file = Path.of("/proc/loadavg");
    return Files.exists(file) ? Files.readString(file).trim() : "unknown";
  }

  private static String manager() {
    return "<Manager className=\"org.holdfast.tomcat.HoldfastManager\" cluster=\"cycle\""
        + " membershipPort=\""
        + FreePorts.take(10).get(0)
        + "\"/>";
  }

  private long embedded(Path folder, boolean replicated) throws Exception {
    WebApplication application = new WebApplication();
    if (replicated) {
      application.withContext(manager());
    }
    Path unpacked = application.unpackedTo(folder.resolve("shop"));
    List<String> command =
        new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-Xmx192m"));
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            EmbeddedCycle.class.getName(),
            unpacked.toString(),
            folder.resolve("tomcat").toString()));
    Path out = folder.resolve("out.txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IllegalStateException("cycle failed: " + Files.readString(out));
      }
    } finally {
      process.destroyForcibly();
    }
    try (Stream<String> lines = Files.lines(out, StandardCharsets.UTF_8)) {
      return lines
          .filter(line -> line.startsWith(RESULT))
          .mapToLong(line -> Long.parseLong(line.substring(RESULT.length())))
          .findFirst()
          .orElseThrow();
    }
  }

  private long stock(Path folder, boolean replicated) throws Exception {
    StockTomcat prepared = StockTomcat.prepare(DropIn.tomcat(), folder, "node-1");
    if (replicated) {
      prepared.withJar(DropIn.FOR_TOMCAT.jar()).withManager(manager());
    }
    new WebApplication().unpackedTo(prepared.webapp("shop"));
    copy(DropIn.tomcat().resolve("webapps/manager"), prepared.webapp("manager"));
    // Tomcat's own page for redeployments keeps its stock manager in both.
    Path own = prepared.webapp("manager").resolve("META-INF/context.xml");
    Files.writeString(
        own,
        Files.readString(own)
            .replace(
                "</Context>",
                "<Manager className=\"org.apache.catalina.session.StandardManager\"/></Context>"));
    Files.writeString(folder.resolve("conf/tomcat-users.xml"), USERS);
    Visitor user = new Visitor();
    Visitor developer = new Visitor().withLogin("it", "it");
    long start = System.nanoTime();
    try (StockTomcat tomcat = prepared.start()) {
      user.get(tomcat.uri("/shop/count"));
      for (int i = 0; i < REDEPLOYS; i++) {
        String answer = developer.get(tomcat.uri("/manager/text/reload?path=/shop"));
        if (!answer.startsWith("OK")) {
          throw new IllegalStateException("not reloaded: " + answer);
        }
        user.get(tomcat.uri("/shop/count"));
      }
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      tomcat.shutDown();
      return millis;
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.createDirectories(to.resolve(from.relativize(file)).getParent());
        if (Files.isRegularFile(file)) {
          Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }
}
