// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.holdfast.contract.Ports;

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

  private static final String USERS =
      "<tomcat-users><user username=\"it\" password=\"it\""
          + " roles=\"manager-script\"/></tomcat-users>";

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
    CycleTime run(Path folder, boolean replicated) throws Exception;
  }

  private void compare(String name, int rounds, Cycle cycle) throws Exception {
    List<CycleTime> without = new ArrayList<>();
    List<CycleTime> with = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      // In turn also within the rounds, so that neither always comes first.
      boolean first = round % 2 == 1;
      for (boolean replicated : List.of(first, !first)) {
        Path folder = directory.resolve(name + "-" + round + "-" + replicated);
        (replicated ? with : without).add(cycle.run(folder, replicated));
      }
      System.out.println(
          name
              + " round "
              + (round + 1)
              + ": without "
              + without.get(round)
              + ", with "
              + with.get(round));
    }
    summarize(name + ", to the first page", without, with, CycleTime::firstPage);
    summarize(name + ", redeployments", without, with, time -> time.whole() - time.firstPage());
    summarize(name + ", whole cycle", without, with, CycleTime::whole);
    summarize(name + ", CPU time", without, with, CycleTime::cpu);
  }

  private static void summarize(
      String what, List<CycleTime> without, List<CycleTime> with, ToLongFunction<CycleTime> part) {
    long[] differences = new long[with.size()];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = part.applyAsLong(with.get(i)) - part.applyAsLong(without.get(i));
    }
    System.out.printf(
        Locale.ROOT,
        "%s: median without %d ms, with %d ms, median difference %d ms (%d to %d)%n",
        what,
        median(without.stream().mapToLong(part).toArray()),
        median(with.stream().mapToLong(part).toArray()),
        median(differences),
        Arrays.stream(differences).min().orElseThrow(),
        Arrays.stream(differences).max().orElseThrow());
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
        + Ports.take(10).get(0)
        + "\"/>";
  }

  private CycleTime embedded(Path folder, boolean replicated) throws Exception {
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
            classPath(replicated),
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
    return CycleTime.in(Files.readString(out));
  }

  /** A server without Holdfast has no jar of ours either, which Tomcat would look into. */
  private static String classPath(boolean replicated) {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> replicated || !entry.contains("holdfast-tomcat-all"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private CycleTime stock(Path folder, boolean replicated) throws Exception {
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
      long firstPage = millisSince(start);
      for (int i = 0; i < REDEPLOYS; i++) {
        String answer = developer.get(tomcat.uri("/manager/text/reload?path=/shop"));
        if (!answer.startsWith("OK")) {
          throw new IllegalStateException("not reloaded: " + answer);
        }
        user.get(tomcat.uri("/shop/count"));
      }
      CycleTime time = new CycleTime(firstPage, millisSince(start), tomcat.cpuMillis());
      tomcat.shutDown();
      return time;
    }
  }

  private static long millisSince(long start) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
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
