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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two Jettys as they are downloaded, which know nothing of Holdfast, with one jar in {@code
 * WEB-INF/lib} of an application.
 */
@Tag("nightly")
class StockJettyIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final List<StockJetty> jettys = new ArrayList<>();

  @AfterEach
  void stop() {
    jettys.forEach(StockJetty::close);
  }

  @Test
  void losesNothing_whenAJettyIsKilled() throws Exception {
    Path directory =
        Files.createTempDirectory(Files.createDirectories(Path.of("target", "stock")), "jetty")
            .toAbsolutePath();
    int membership = Ports.take(10).get(0);
    for (String name : List.of("node-1", "node-2")) {
      StockJetty jetty =
          StockJetty.prepare(
              directory.resolve(name),
              name,
              "-Dholdfast.cluster=shop -Dholdfast.exposeProtection=true -Dholdfast.memberName="
                  + name
                  + " -Dholdfast.membershipPort="
                  + membership);
      new WebApplication().with(DropIn.FOR_APPLICATIONS.jar()).unpackedTo(jetty.webapp("shop"));
      jettys.add(jetty);
      jetty.start();
    }
    StockJetty first = jettys.get(0);
    StockJetty second = jettys.get(1);
    Visitor user = new Visitor();
    await().atMost(SOON).until(() -> user.isProtected(first.uri("/shop/cart")));
    assertThat(user.get(first.uri("/shop/login?user=ann"))).isEqualTo("logged in");
    assertThat(user.get(first.uri("/shop/count"))).isEqualTo("1");
    assertThat(user.get(first.uri("/shop/add?item=tea"))).isEqualTo("tea");

    first.kill();

    assertThat(user.get(second.uri("/shop/count"))).isEqualTo("2");
    assertThat(user.get(second.uri("/shop/who"))).isEqualTo("ann");
    assertThat(user.get(second.uri("/shop/add?item=salt"))).isEqualTo("tea,salt");
    second.shutDown();
    for (StockJetty jetty : jettys) {
      assertThat(jetty.console()).contains("member " + jetty.name() + "/", "is in cluster shop");
      assertThat(jetty.complaints()).as(jetty.name()).isEmpty();
    }
  }
}
