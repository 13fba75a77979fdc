// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.holdfast.contract.Ports;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The web archive of the workloads in servers as they are downloaded, deployed as {@code
 * clusterbench}: without Holdfast it keeps ClusterBench's rules, and with Holdfast it keeps them
 * when a server is killed.
 */
class DemoArchiveIT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Pattern LINK = Pattern.compile("<a href=\"([^\"]+)\">");

  private final List<StockServer> servers = new ArrayList<>();
  private Path directory;

  @BeforeEach
  void makeDirectory() throws Exception {
    directory =
        Files.createTempDirectory(Files.createDirectories(Path.of("target", "stock")), "demo")
            .toAbsolutePath();
  }

  @AfterEach
  void stop() {
    servers.forEach(StockServer::close);
  }

  @Test
  void servesEveryWorkload_whenTomcatKnowsNothingOfHoldfast() throws Exception {
    servesEveryWorkload(
        StockTomcat.prepare(DropIn.tomcat(), directory, "alone").withOptions("-Ddemo.node=alone"));
  }

  @Test
  @Tag("nightly")
  void servesEveryWorkload_whenTomcatIsOfTheOlderRelease() throws Exception {
    servesEveryWorkload(
        StockTomcat.prepare(DropIn.tomcat(DropIn.property("tomcat10.version")), directory, "alone")
            .withOptions("-Ddemo.node=alone"));
  }

  private void servesEveryWorkload(StockTomcat tomcat) throws Exception {
    deployIn(tomcat);
    tomcat.start();
    checkWorkloads(tomcat);
    tomcat.shutDown();
    assertThat(tomcat.complaints()).isEmpty();
  }

  @Test
  @Tag("nightly")
  void servesEveryWorkload_whenJettyKnowsNothingOfHoldfast() throws Exception {
    StockJetty jetty = StockJetty.prepare(directory, "alone", "-Ddemo.node=alone", "ee11-jsp");
    deployIn(jetty);
    jetty.start();
    checkWorkloads(jetty);
    // Jetty's page compiler says at each start that it has no schemas to validate with.
    assertThat(jetty.complaints()).allMatch(line -> line.contains("DigesterFactory"));
    jetty.shutDown();
  }

  @Test
  void countsOn_whenHoldfastIsInTomcatAndTheServerIsKilled() throws Exception {
    int membership = Ports.take(10).get(0);
    for (String name : List.of("node-1", "node-2")) {
      StockTomcat tomcat =
          StockTomcat.prepare(DropIn.tomcat(), directory.resolve(name), name)
              .withJar(DropIn.FOR_TOMCAT.jar())
              .withManager(
                  "<Manager className=\"org.holdfast.tomcat.HoldfastManager\" cluster=\"bench\""
                      + " exposeProtection=\"true\" membershipPort=\""
                      + membership
                      + "\"/>");
      deployIn(tomcat);
      tomcat.start();
    }
    StockServer first = servers.get(0);
    StockServer second = servers.get(1);
    await().atMost(SOON).until(() -> new Visitor().isProtected(page(first, "session")));
    List<String> paths = List.of("session", "granular", "cart", "session-validation", "counter");
    Visitor user = new Visitor();
    for (String path : paths) {
      user.get(page(first, path));
      user.get(page(first, path));
    }

    first.kill();

    assertThat(paths.stream().map(path -> user.get(page(second, path))).map(DemoArchiveIT::count))
        .containsExactly("2", "2", "2", "2", "3");
  }

  private void deployIn(StockServer server) throws Exception {
    servers.add(server);
    Path archive = server.webapp("clusterbench.war");
    Files.createDirectories(archive.getParent());
    Files.copy(DropIn.demo(), archive);
  }

  private static void checkWorkloads(StockServer server) {
    String index = new Visitor().get(page(server, ""));
    assertThat(index).contains("Workloads on alone");
    List<String> links = LINK.matcher(index).results().map(link -> link.group(1)).toList();
    assertThat(links).contains("hello-servlet", "hello-bean-jsp", "ping", "clusterbench/session");
    links.forEach(link -> assertThat(new Visitor().get(page(server, link))).isNotEmpty());

    assertThat(visitor(server)).isEqualTo(visitor(server) - 1);
    for (String path :
        List.of(
            "session",
            "granular",
            "hello-sessions",
            "cart",
            "big-session",
            "session-validation",
            "clusterbench/big-session")) {
      Visitor user = new Visitor();
      assertThat(Stream.generate(() -> user.get(page(server, path))).limit(4))
          .as(path)
          .containsExactly("0", "1", "2", "3");
      assertThat(countsOfManyAtOnce(user, page(server, path)))
          .as(path)
          .containsExactlyInAnyOrderElementsOf(IntStream.range(4, 54).boxed().toList());
    }
    HttpResponse<String> answer = new Visitor().ask(page(server, "session"));
    assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
  }

  /** The number that the page of {@code hello-bean-jsp} shows, one more each time. */
  private static int visitor(StockServer server) {
    String page = new Visitor().get(page(server, "hello-bean-jsp"));
    Matcher visitor = Pattern.compile("visitor (\\d+)\\.").matcher(page);
    assertThat(visitor.find()).as(page).isTrue();
    assertThat(page.lines()).hasSize(4);
    return Integer.parseInt(visitor.group(1));
  }

  private static List<Integer> countsOfManyAtOnce(Visitor user, URI page) {
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      return Stream.generate(() -> CompletableFuture.supplyAsync(() -> user.get(page), threads))
          .limit(50)
          .toList()
          .stream()
          .map(CompletableFuture::join)
          .map(Integer::parseInt)
          .toList();
    } finally {
      threads.shutdown();
    }
  }

  private static String count(String answer) {
    Matcher line = Pattern.compile("counter=(\\d+) .*").matcher(answer);
    return line.matches() ? line.group(1) : answer;
  }

  private static URI page(StockServer server, String path) {
    return server.uri("/clusterbench/" + path);
  }
}
