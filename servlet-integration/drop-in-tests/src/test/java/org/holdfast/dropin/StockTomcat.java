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
 * One instance of an unpacked Tomcat with a folder of its own ({@code CATALINA_BASE}), started and
 * stopped by Tomcat's own scripts. Of its configuration only {@code server.xml} and {@code
 * context.xml} are edited.
 */
final class StockTomcat implements AutoCloseable {
  /**
   * What nodes have to say when one of them goes: that a peer is gone, how many sessions have too
   * few copies now; and what JGroups says when two members close their connection at once.
   */
  static final Pattern EXPECTED =
      Pattern.compile(
          "stream to .* is down|too few to hold|as the last member"
              + "|failed sending graceful close|failed handling message|JGRP000293");

  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration STOP = Duration.ofSeconds(60);

  private final Path home;
  private final Path base;
  private final String name;
  private final int httpPort;
  private String options = "";
  private long pid;

  private StockTomcat(Path home, Path base, String name, int httpPort) {
    this.home = home;
    this.base = base;
    this.name = name;
    this.httpPort = httpPort;
  }

  /** Makes its folder; nothing runs yet. */
  static StockTomcat prepare(Path home, Path base, String name) throws IOException {
    List<Integer> ports = FreePorts.take(2);
    StockTomcat tomcat = new StockTomcat(home, base, name, ports.get(0));
    for (String folder : List.of("conf", "lib", "logs", "temp", "webapps", "work")) {
      Files.createDirectories(base.resolve(folder));
    }
    try (Stream<Path> files = Files.list(home.resolve("conf"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, base.resolve("conf").resolve(file.getFileName()));
      }
    }
    tomcat.edit("server.xml", "port=\"8005\"", "port=\"" + ports.get(1) + "\"");
    tomcat.edit(
        "server.xml",
        "<Connector port=\"8080\"",
        "<Connector address=\"127.0.0.1\" port=\"" + ports.get(0) + "\"");
    tomcat.edit(
        "server.xml",
        "<Engine name=\"Catalina\" defaultHost=\"localhost\">",
        "<Engine name=\"Catalina\" defaultHost=\"localhost\" jvmRoute=\"${node.name}\">");
    try (Stream<Path> scripts = Files.list(home.resolve("bin"))) {
      // What unzip would have done.
      scripts
          .filter(script -> script.toString().endsWith(".sh"))
          .forEach(script -> script.toFile().setExecutable(true));
    }
    return tomcat;
  }

  /** Puts that element into {@code conf/context.xml}. */
  StockTomcat withManager(String element) throws IOException {
    edit("context.xml", "</Context>", element + "\n</Context>");
    return this;
  }

  private void edit(String file, String old, String changed) throws IOException {
    Path path = base.resolve("conf").resolve(file);
    String text = Files.readString(path);
    if (text.indexOf(old) != text.lastIndexOf(old) || !text.contains(old)) {
      throw new IllegalStateException("Tomcat's " + file + " does not hold once: " + old);
    }
    Files.writeString(path, text.replace(old, changed));
  }

  /** Copies a jar into {@code lib}. */
  StockTomcat withJar(Path jar) throws IOException {
    Files.copy(jar, base.resolve("lib").resolve(jar.getFileName()));
    return this;
  }

  /** Gives the JVM options more. */
  StockTomcat withOptions(String more) {
    options += " " + more;
    return this;
  }

  /** Where {@code webapps/NAME} is. */
  Path webapp(String folder) {
    return base.resolve("webapps").resolve(folder);
  }

  /** Runs {@code startup.sh} and waits until Tomcat says that it is up. */
  StockTomcat start() throws Exception {
    Path pidFile = base.resolve("tomcat.pid");
    Files.deleteIfExists(pidFile);
    run("startup.sh");
    pid = Long.parseLong(Files.readString(pidFile).trim());
    long started = pid;
    Runtime.getRuntime().addShutdownHook(new Thread(() -> destroy(started)));
    await()
        .atMost(START)
        .pollInterval(Duration.ofMillis(50))
        .failFast(name + " ended: " + base, () -> !isRunning())
        .until(() -> console().contains("Server startup in"));
    return this;
  }

  /** Runs {@code shutdown.sh} and waits for the end of the process. */
  void shutDown() throws Exception {
    run("shutdown.sh");
    await().atMost(STOP).pollInterval(Duration.ofMillis(50)).until(() -> !isRunning());
  }

  /** As {@code kill -9} does. */
  void kill() {
    destroy(pid);
    await().atMost(STOP).pollInterval(Duration.ofMillis(10)).until(() -> !isRunning());
  }

  private static void destroy(long pid) {
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
  }

  private boolean isRunning() {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private void run(String script) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(home.resolve("bin").resolve(script).toString())
            .redirectErrorStream(true)
            .redirectOutput(base.resolve("logs/" + script + ".out").toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(key -> key.startsWith("CATALINA_") || key.startsWith("HOLDFAST"));
    List.of("JRE_HOME", "JAVA_OPTS", "CLASSPATH").forEach(environment::remove);
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("CATALINA_HOME", home.toString());
    environment.put("CATALINA_BASE", base.toString());
    environment.put("CATALINA_PID", base.resolve("tomcat.pid").toString());
    environment.put("CATALINA_OPTS", "-Xmx192m -Dnode.name=" + name + options);
    Process process = builder.start();
    if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IllegalStateException(
          script
              + " of "
              + name
              + " failed: "
              + Files.readString(base.resolve("logs/" + script + ".out")));
    }
  }

  /** Processor time of the process so far. */
  long cpuMillis() {
    return ProcessHandle.of(pid).map(CycleTime::cpuMillis).orElse(0L);
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + httpPort + path);
  }

  String name() {
    return name;
  }

  /** What Tomcat and all it runs have written to the console so far. */
  String console() {
    Path file = base.resolve("logs/catalina.out");
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + file, e);
    }
  }

  /** Lines of the console, and of Tomcat's other logs, that tell of something wrong. */
  List<String> complaints() throws IOException {
    try (Stream<Path> logs = Files.list(base.resolve("logs"))) {
      return logs.filter(log -> !log.getFileName().toString().contains("access_log"))
          .flatMap(StockTomcat::lines)
          .filter(StockTomcat::isComplaint)
          .distinct()
          .toList();
    }
  }

  private static boolean isComplaint(String line) {
    String lower = line.toLowerCase(Locale.ROOT);
    return !EXPECTED.matcher(line).find()
        && Stream.of(
                " warning ", " severe ", "exception", "memory leak", "\tat ", "slf4j: ", "slf4j(")
            .anyMatch(lower::contains);
  }

  private static Stream<String> lines(Path log) {
    try {
      return Files.readAllLines(log).stream();
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + log, e);
    }
  }

  @Override
  public void close() {
    destroy(pid);
  }
}
