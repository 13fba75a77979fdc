// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.holdfast.contract.Ports;

/**
 * A Tomcat, with its {@code CATALINA_BASE}. Only {@code server.xml} and {@code context.xml} of its
 * configuration are edited.
 */
final class StockTomcat extends StockServer {
  private String options = "";

  private StockTomcat(Path home, Path base, String name, int httpPort) {
    super(home, base, name, httpPort);
  }

  /** Makes its folder; nothing runs yet. */
  static StockTomcat prepare(Path home, Path base, String name) throws IOException {
    List<Integer> ports = Ports.take(2);
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
      // The work that unzip would have done.
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

  /** Runs {@code startup.sh} and waits until Tomcat says that it is up. */
  StockTomcat start() throws Exception {
    Path pidFile = base.resolve("tomcat.pid");
    Files.deleteIfExists(pidFile);
    run("startup.sh");
    runsAs(pidFile);
    await()
        .atMost(START)
        .pollInterval(Duration.ofMillis(50))
        .failFast(name + " ended: " + base, () -> !isRunning())
        .until(() -> console().contains("Server startup in"));
    return this;
  }

  @Override
  void runStop() throws Exception {
    run("shutdown.sh");
  }

  private void run(String script) throws Exception {
    Map<String, String> variables =
        Map.of(
            "JAVA_HOME", System.getProperty("java.home"),
            "CATALINA_HOME", home.toString(),
            "CATALINA_BASE", base.toString(),
            "CATALINA_PID", base.resolve("tomcat.pid").toString(),
            "CATALINA_OPTS", "-Xmx192m -Dnode.name=" + name + options);
    run(variables, Duration.ofSeconds(30), home.resolve("bin").resolve(script).toString());
  }

  @Override
  String console() {
    return textOf(base.resolve("logs/catalina.out"));
  }

  @Override
  List<String> signsOfTrouble() {
    return List.of(" warning ", " severe ");
  }
}
