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
import org.holdfast.contract.Ports;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tomcats as they are downloaded, with one jar in {@code lib} and one element in {@code
 * context.xml}.
 */
class StockTomcatIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final List<StockTomcat> tomcats = new ArrayList<>();
  private Path directory;

  @BeforeEach
  void makeDirectory() throws Exception {
    directory =
        Files.createTempDirectory(Files.createDirectories(Path.of("target", "stock")), "run")
            .toAbsolutePath();
  }

  @AfterEach
  void stop() {
    tomcats.forEach(StockTomcat::close);
  }

  @Test
  void loosesNothing_whenTomcatsAreKilledAndStopped() throws Exception {
    killAndStop(DropIn.tomcat());
  }

  @Test
  @Tag("nightly")
  void loosesNothing_whenTomcatsOfTheOlderReleaseAreKilledAndStopped() throws Exception {
    killAndStop(DropIn.tomcat(DropIn.property("tomcat10.version")));
  }

  private void killAndStop(Path home) throws Exception {
    int membership = Ports.take(10).get(0);
    int status = Ports.take(1).get(0);
    for (String name : List.of("node-1", "node-2", "node-3")) {
      StockTomcat tomcat =
          StockTomcat.prepare(home, directory.resolve(name), name)
              .withJar(DropIn.FOR_TOMCAT.jar())
              .withManager(
                  "<Manager className=\"org.holdfast.tomcat.HoldfastManager\" cluster=\"shop\""
                      + " exposeProtection=\"true\" membershipPort=\""
                      + membership
                      + "\"/>");
      if (tomcats.isEmpty()) {
        tomcat.withOptions(
            "-Dholdfast.statusAddress=127.0.0.1:"
                + status
                + " -Xlog:class+load:file="
                + directory.resolve("classes"));
      }
      new WebApplication().unpackedTo(tomcat.webapp("shop"));
      tomcats.add(tomcat);
      tomcat.start();
    }
    Visitor user = new Visitor();
    await().atMost(SOON).until(() -> user.isProtected(tomcats.get(0).uri("/shop/cart")));
    assertThat(user.get(tomcats.get(0).uri("/shop/login?user=ann"))).isEqualTo("logged in");
    for (String item : List.of("tea", "rice")) {
      user.get(tomcats.get(0).uri("/shop/add?item=" + item));
    }
    assertThat(user.get(tomcats.get(0).uri("/shop/count"))).isEqualTo("1");

    String view = viewOf(status);
    HostileFrames.sendTo(membership);

    assertThat(viewOf(status)).contains("node-1", "node-2", "node-3").isEqualTo(view);
    assertThat(Files.readString(directory.resolve("classes")))
        .contains("org.holdfast.shaded.jgroups.JChannel ")
        .doesNotContain(HostileFrames.GADGET);
    assertThat(tomcats.get(0).complaints())
        .singleElement()
        .asString()
        .contains("a frame to the membership port that no member sends");

    tomcats.get(0).kill();

    assertThat(user.get(tomcats.get(1).uri("/shop/count"))).isEqualTo("2");
    assertThat(user.get(tomcats.get(1).uri("/shop/who"))).isEqualTo("ann");
    assertThat(user.get(tomcats.get(1).uri("/shop/add?item=salt"))).isEqualTo("tea,rice,salt");

    tomcats.get(1).shutDown();

    assertThat(user.get(tomcats.get(2).uri("/shop/count"))).isEqualTo("3");
    assertThat(user.get(tomcats.get(2).uri("/shop/cart"))).isEqualTo("tea,rice,salt");
    tomcats.get(2).shutDown();
    for (StockTomcat tomcat : tomcats) {
      assertThat(tomcat.console()).contains("member " + tomcat.name() + "/", "is in cluster shop");
      assertThat(tomcat.complaints())
          .as(tomcat.name())
          .allMatch(line -> line.contains("that no member sends"));
    }
  }

  /** The filter has no setting that reports the protection: the header is the manager's. */
  @Test
  void keepsTheFilterOff_andSaysSo_whenTheApplicationHasItsJarToo() throws Exception {
    StockTomcat tomcat =
        StockTomcat.prepare(DropIn.tomcat(), directory.resolve("node-1"), "node-1")
            .withJar(DropIn.FOR_TOMCAT.jar())
            .withManager(
                "<Manager className=\"org.holdfast.tomcat.HoldfastManager\" cluster=\"shop\""
                    + " exposeProtection=\"true\" membershipPort=\""
                    + Ports.take(10).get(0)
                    + "\"/>");
    tomcats.add(tomcat);
    new WebApplication().with(DropIn.FOR_APPLICATIONS.jar()).unpackedTo(tomcat.webapp("shop"));
    tomcat.start();
    Visitor user = new Visitor();

    HttpResponse<String> first = user.ask(tomcat.uri("/shop/count"));

    assertThat(first.body()).isEqualTo("1");
    assertThat(first.headers().firstValue("X-Holdfast-Protected")).hasValue("false");
    assertThat(user.get(tomcat.uri("/shop/count"))).isEqualTo("2");
    tomcat.shutDown();
    assertThat(tomcat.console()).contains("member node-1/", "is in cluster shop");
    assertThat(tomcat.complaints())
        .singleElement()
        .asString()
        .contains(
            "Holdfast is installed twice for web application /shop: Holdfast's Manager serves its"
                + " sessions, and the filter in the application stays off");
  }

  private static String viewOf(int statusPort) {
    URI address = URI.create("http://127.0.0.1:" + statusPort + "/holdfast/status");
    String status = new Visitor().get(address);
    return status.substring(status.indexOf("\"viewNumber\""), status.indexOf(",\"applications\""));
  }
}
