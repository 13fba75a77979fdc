// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.catalina.Cluster;
import org.apache.catalina.session.StandardManager;
import org.holdfast.contract.Ports;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The drop-in jar for applications, where something else replicates the sessions too. */
class OtherReplicationIT {
  private final List<String> logged = new CopyOnWriteArrayList<>();
  private final Logger root = Logger.getLogger("");
  private final Handler listener =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          logged.add(String.valueOf(entry.getMessage()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
  private final int port = Ports.take(1).get(0);

  @TempDir private Path directory;

  @BeforeEach
  void listen() {
    root.addHandler(listener);
  }

  @AfterEach
  void stopListening() {
    root.removeHandler(listener);
  }

  @Test
  void standsDownAndSaysSo_whereJettysSessionsAreHoldfasts() throws Exception {
    String count;
    try (EmbeddedJetty jetty = new EmbeddedJetty(directory.resolve("base"), settings())) {
      EmbeddedServer.Deployed shop = jetty.deploy("/shop", application());
      count = new Visitor().get(jetty.uri("/shop/count"));
      shop.undeploy();
    }

    assertThat(count).isEqualTo("1");
    assertThat(logged)
        .filteredOn(line -> line.contains("installed twice"))
        .singleElement()
        .asString()
        .contains("for web application /shop: Holdfast for Jetty serves its sessions");
  }

  @Test
  void namesTomcatsCluster_andWhichOfTheTwoWins() throws Exception {
    String count;
    try (EmbeddedTomcat tomcat = new EmbeddedTomcat(directory.resolve("base"), "node-1")) {
      tomcat.setCluster(idleCluster());
      tomcat.deploy("/shop", application());
      count = new Visitor().get(tomcat.uri("/shop/count"));
    }

    assertThat(count).isEqualTo("1");
    assertThat(logged)
        .filteredOn(line -> line.contains("<Cluster>"))
        .singleElement()
        .asString()
        .contains(
            "Holdfast's filter are both configured for web application /shop: the filter"
                + " replicates");
  }

  /** One whose managers are those that Tomcat has without a cluster. */
  private static Cluster idleCluster() {
    return (Cluster)
        Proxy.newProxyInstance(
            OtherReplicationIT.class.getClassLoader(),
            new Class<?>[] {Cluster.class},
            (proxy, method, arguments) ->
                method.getName().equals("createManager") ? new StandardManager() : null);
  }

  private Path application() {
    WebApplication application = new WebApplication().with(DropIn.FOR_APPLICATIONS.jar());
    settings().forEach((name, value) -> application.withParameter("holdfast." + name, value));
    return application.unpackedTo(directory.resolve("shop"));
  }

  private Map<String, String> settings() {
    return Map.of(
        "cluster",
        "shop",
        "memberName",
        "node-1",
        "membershipPort",
        Integer.toString(port),
        "joinTimeoutMillis",
        "100");
  }
}
