// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.holdfast.contract.Ports;

/** A Jetty, with its {@code JETTY_BASE}. */
final class StockJetty extends StockServer {
  private final String options;

  private StockJetty(Path base, String name, int httpPort, String options) {
    super(DropIn.jetty(), base, name, httpPort);
    this.options = "-Xmx192m " + options;
  }

  /**
   * Makes its folder, with the modules that a web application with annotations needs and those that
   * {@code jetty.sh} wants; nothing runs yet.
   *
   * @param options of the JVM
   * @param modules that this application needs besides
   */
  static StockJetty prepare(Path base, String name, String options, String... modules)
      throws Exception {
    int port = Ports.take(1).get(0);
    Files.createDirectories(base.resolve("logs"));
    StockJetty jetty = new StockJetty(base, name, port, options);
    jetty.run(
        Map.of(),
        Duration.ofSeconds(60),
        java(),
        "-jar",
        jetty.home.resolve("start.jar").toString(),
        "--add-modules=http,ee11-deploy,ee11-annotations,pid,state,console-capture"
            + Stream.of(modules).map(module -> "," + module).collect(Collectors.joining()),
        "jetty.http.host=127.0.0.1",
        "jetty.http.port=" + port);
    return jetty;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Runs {@code jetty.sh start}, which waits until Jetty is up. */
  StockJetty start() throws Exception {
    run("start");
    runsAs(base.resolve("jetty.pid"));
    return this;
  }

  @Override
  void runStop() throws Exception {
    run("stop");
  }

  private void run(String action) throws Exception {
    Map<String, String> variables =
        Map.of(
            "JAVA", java(),
            "JAVA_OPTIONS", options,
            "JETTY_HOME", home.toString(),
            "JETTY_BASE", base.toString(),
            "JETTY_RUN", base.toString(),
            "JETTY_ARGS", "jetty.http.host=127.0.0.1 jetty.http.port=" + uri("").getPort());
    run(variables, START, "bash", home.resolve("bin/jetty.sh").toString(), action);
  }

  @Override
  String console() {
    try (Stream<Path> logs = Files.list(base.resolve("logs"))) {
      StringBuilder all = new StringBuilder();
      logs.filter(log -> log.getFileName().toString().endsWith(".jetty.log"))
          .forEach(log -> all.append(textOf(log)));
      return all.toString();
    } catch (IOException e) {
      throw new IllegalStateException("cannot list the logs of " + base, e);
    }
  }

  @Override
  List<String> signsOfTrouble() {
    return List.of(":warn", "warning: ", "severe: ", "error");
  }
}
