// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One instance of an unpacked server with a folder of its own for all that it writes, started and
 * stopped by the server's own scripts.
 */
abstract class StockServer implements AutoCloseable {
  /**
   * The log lines that nodes may write when one of them goes: a peer is gone, sessions have too few
   * copies; and the line of JGroups when two members close their connection at once. Then the lines
   * of servers that start and stop on a slow machine.
   */
  static final Pattern EXPECTED =
      Pattern.compile(
          "stream to .* is down|too few for|as the last member"
              + "|protection lost on|sessions to other members|failed handling message|JGRP000293"
              + "|acceptor thread .* did not stop cleanly|Creation of SecureRandom instance");

  /** Jetty's script takes the file away in which Jetty is about to write that it has stopped. */
  private static final Pattern STATE_FILE_GONE =
      Pattern.compile(
          "[^\\n]*Unable to append to state file[^\\n]*\\R"
              + "[^\\n]*NoSuchFileException[^\\n]*(\\R\\s+at [^\\n]*)*");

  private static final Pattern OF_SERVERS =
      Pattern.compile("(CATALINA_|JETTY_|HOLDFAST).*|JRE_HOME|JAVA_OPTS|CLASSPATH");

  static final Duration START = Duration.ofSeconds(60);
  private static final Duration STOP = Duration.ofSeconds(60);

  final Path home;
  final Path base;
  final String name;
  private final int httpPort;
  private long pid;

  StockServer(Path home, Path base, String name, int httpPort) {
    this.home = home;
    this.base = base;
    this.name = name;
    this.httpPort = httpPort;
  }

  /** Returns the path of {@code webapps/NAME}. */
  Path webapp(String folder) {
    return base.resolve("webapps").resolve(folder);
  }

  /** Processor time of the process so far. */
  final long cpuMillis() {
    return ProcessHandle.of(pid).map(CycleTime::cpuMillis).orElse(0L);
  }

  /** Has the process, which a script has started, die with this JVM at the latest. */
  void runsAs(Path pidFile) throws IOException {
    long started = Long.parseLong(Files.readString(pidFile).trim());
    pid = started;
    Runtime.getRuntime().addShutdownHook(new Thread(() -> destroy(started)));
  }

  /** Runs the script that stops it, and waits for the end of the process. */
  void shutDown() throws Exception {
    runStop();
    await().atMost(STOP).pollInterval(Duration.ofMillis(50)).until(() -> !isRunning());
  }

  abstract void runStop() throws Exception;

  /** As {@code kill -9} does. */
  void kill() {
    destroy(pid);
    await().atMost(STOP).pollInterval(Duration.ofMillis(10)).until(() -> !isRunning());
  }

  private static void destroy(long pid) {
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
  }

  boolean isRunning() {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /**
   * Runs a command to its end.
   *
   * @param variables of the environment; those of this JVM that concern servers are left out
   */
  void run(Map<String, String> variables, Duration atMost, String... command) throws Exception {
    Path output = base.resolve("logs").resolve(Path.of(command[0]).getFileName() + ".out");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(base.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(key -> OF_SERVERS.matcher(key).matches());
    environment.putAll(variables);
    Process process = builder.start();
    if (!process.waitFor(atMost.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IllegalStateException(
          String.join(" ", command) + " of " + name + " failed: " + Files.readString(output));
    }
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + httpPort + path);
  }

  String name() {
    return name;
  }

  /** The console output so far of the server and all that it runs. */
  abstract String console();

  static String textOf(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + file, e);
    }
  }

  /** Lines of the console, and of the server's other logs, that tell of something wrong. */
  List<String> complaints() throws IOException {
    try (Stream<Path> logs = Files.list(base.resolve("logs"))) {
      return logs.filter(log -> !log.getFileName().toString().contains("access_log"))
          .flatMap(log -> STATE_FILE_GONE.matcher(textOf(log)).replaceAll("").lines())
          .filter(this::isComplaint)
          .distinct()
          .toList();
    }
  }

  private boolean isComplaint(String line) {
    String lower = line.toLowerCase(Locale.ROOT);
    return !EXPECTED.matcher(line).find()
        && Stream.concat(
                signsOfTrouble().stream(),
                Stream.of("exception", "memory leak", "\tat ", "slf4j: ", "slf4j("))
            .anyMatch(lower::contains);
  }

  /** How the server marks what it warns of, in small letters. */
  abstract List<String> signsOfTrouble();

  @Override
  public void close() {
    destroy(pid);
  }
}
