// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.holdfast.contract.Ports;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * One jar in {@code WEB-INF/lib} of an application that brings Kryo, JGroups and SLF4J of other
 * versions along, in Tomcats that know nothing of Holdfast. A stranger sends hostile frames.
 */
class ApplicationLibrariesIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final List<StockTomcat> tomcats = new ArrayList<>();

  @AfterEach
  void stop() {
    tomcats.forEach(StockTomcat::close);
  }

  @Test
  void doNotClash_andSessionsSurviveTheirServer() throws Exception {
    Path directory =
        Files.createTempDirectory(Files.createDirectories(Path.of("target", "stock")), "filter")
            .toAbsolutePath();
    int membership = Ports.take(10).get(0);
    for (String name : List.of("node-1", "node-2")) {
      StockTomcat tomcat =
          StockTomcat.prepare(DropIn.tomcat(), directory.resolve(name), name)
              .withOptions("-Dholdfast.cluster=shop -Dholdfast.memberName=" + name)
              .withOptions("-Dholdfast.membershipPort=" + membership)
              .withOptions("-Dholdfast.exposeProtection=true")
              .withOptions("-Xlog:class+load:file=" + directory.resolve(name + ".classes"));
      new WebApplication()
          .with(DropIn.FOR_APPLICATIONS.jar())
          .withAll(DropIn.directory("dropin.others"))
          .unpackedTo(tomcat.webapp("shop"));
      tomcats.add(tomcat);
      tomcat.start();
    }
    StockTomcat first = tomcats.get(0);
    StockTomcat second = tomcats.get(1);
    Visitor user = new Visitor();
    for (StockTomcat tomcat : tomcats) {
      assertThat(new Visitor().get(tomcat.uri("/shop/libraries")))
          .isEqualTo(
              "text org.slf4j.impl.SimpleLoggerFactory org.jgroups.protocols.TCPGOSSIP"
                  + " kryo-4.0.3.jar slf4j-api-1.7.36.jar jgroups-4.2.30.Final.jar");
    }
    await().atMost(SOON).until(() -> user.isProtected(first.uri("/shop/cart")));
    assertThat(user.get(first.uri("/shop/count"))).isEqualTo("1");
    assertThat(user.get(first.uri("/shop/add?item=tea"))).isEqualTo("tea");

    HostileFrames.sendTo(membership);

    assertThat(Files.readString(directory.resolve("node-1.classes")))
        .contains("org.holdfast.shaded.jgroups.JChannel ")
        .doesNotContain(HostileFrames.GADGET);
    assertThat(first.complaints())
        .singleElement()
        .asString()
        .contains("a frame to the membership port that no member sends");

    first.kill();

    assertThat(user.get(second.uri("/shop/count"))).isEqualTo("2");
    assertThat(user.get(second.uri("/shop/add?item=salt"))).isEqualTo("tea,salt");
    second.shutDown();
    assertThat(second.console()).contains("member node-2/", "is in cluster shop");
    assertThat(second.complaints()).isEmpty();
  }
}
