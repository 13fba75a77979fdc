// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.Ports;
import org.holdfast.servlet.session.OtherReplication;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holdfast for Jetty names other session replication beside it, in one environment of Jetty. */
abstract class OtherReplicationContract {
  private final JettyUnderTest.Environment environment;
  private final Server server = new Server();
  private final ContextHandlerCollection contexts = new ContextHandlerCollection();
  private final List<String> claims = new CopyOnWriteArrayList<>();

  OtherReplicationContract(JettyUnderTest.Environment environment) {
    this.environment = environment;
    server.setHandler(contexts);
  }

  @AfterEach
  void stop() throws Exception {
    for (Handler context : contexts.getHandlers()) {
      context.stop();
    }
    server.stop();
  }

  /** A filter of Holdfast in the application looks while the initializers run. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void claimsTheApplicationAndNamesSpringSession(boolean forTheWholeServer) throws Exception {
    ContextHandler context = shop();
    if (forTheWholeServer) {
      server.addBean(new HoldfastSessionCacheFactory(settings()));
    } else {
      HoldfastJetty.install(context, settings());
    }
    contexts.addHandler(context);

    String log = logOf(server::start);

    assertClaimedAndNamed(log);
  }

  @Test
  void claimsTheApplicationAndNamesSpringSession_whenItIsDeployedIntoARunningServer()
      throws Exception {
    server.addBean(new HoldfastSessionCacheFactory(settings()));
    server.start();
    ContextHandler context = shop();

    String log =
        logOf(
            () -> {
              contexts.addHandler(context);
              context.start();
            });

    assertClaimedAndNamed(log);
  }

  @Test
  void claimsNothing_whereSessionsAreJettys() throws Exception {
    contexts.addHandler(shop());

    String log = logOf(server::start);

    assertThat(claims).containsExactly("null");
    assertThat(log).doesNotContain("Spring Session");
  }

  private void assertClaimedAndNamed(String log) {
    assertThat(claims).containsExactly("Holdfast for Jetty");
    assertThat(log)
        .containsOnlyOnce(
            "Spring Session's filter is active in web application /shop besides Holdfast for"
                + " Jetty: the application gets the sessions of Spring Session");
  }

  private ContextHandler shop() {
    ContractApplication application =
        ContractApplication.at("/shop")
            .configure(
                servlets -> {
                  claims.add(String.valueOf(OtherReplication.claimedBy(servlets)));
                  servlets
                      .addFilter(
                          "springSessionRepositoryFilter",
                          (request, response, chain) -> chain.doFilter(request, response))
                      .setAsyncSupported(true);
                });
    ContextHandler context =
        environment.contextOf(application, new HashLoginService("other-replication"));
    context.setContextPath(application.contextPath());
    return context;
  }

  private static Map<String, String> settings() {
    int port = Ports.take(1).get(0);
    return Map.of(
        "cluster", "other-replication",
        "memberName", "node-1",
        "membershipPort", Integer.toString(port),
        "discovery", "static:127.0.0.1:" + port,
        "joinTimeoutMillis", "100");
  }

  private interface Step {
    void run() throws Exception;
  }

  /** Returns the log of a step. The tests' logger writes to standard error. */
  private static String logOf(Step step) throws Exception {
    PrintStream original = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      step.run();
    } finally {
      System.setErr(original);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
