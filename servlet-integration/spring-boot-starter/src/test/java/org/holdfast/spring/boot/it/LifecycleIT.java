// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.servlet.session.ClusterLink;
import org.holdfast.spring.boot.InvalidSettingsException;
import org.holdfast.spring.boot.ReplicatedSessions;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

/** Starts and stops of applications. */
class LifecycleIT {
  private static final String WEB_SERVER = System.getProperty("web-server", "tomcat");

  /** A client whose request comes as soon as the web server has started. */
  private static final class FirstClient implements SmartLifecycle {
    private final Supplier<String> request;
    private String answer = "";

    FirstClient(Supplier<String> request) {
      this.request = request;
    }

    @Override
    public void start() {
      answer = request.get();
    }

    @Override
    public void stop() {}

    @Override
    public boolean isRunning() {
      return !answer.isEmpty();
    }

    @Override
    public int getPhase() {
      return DEFAULT_PHASE - 2047; // Boot's web server has the phase before
    }
  }

  private static ConfigurableApplicationContext start(List<String> args, String... more) {
    List<String> all = new ArrayList<>(args);
    all.addAll(Arrays.asList(more));
    return ShopApplication.start(all.toArray(String[]::new));
  }

  private static ReplicationNode node(ConfigurableApplicationContext context) {
    return context.getBean(ReplicatedSessions.class).node();
  }

  private static boolean refusesConnections(int port) {
    try (Socket connection = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return !connection.isConnected();
    } catch (IOException e) {
      return true;
    }
  }

  /** Runs {@code action} once a stop logs a message that contains {@code part}. */
  private static void whenLogged(String part, Runnable action) {
    Logger logger = (Logger) LoggerFactory.getLogger(ClusterLink.class);
    AppenderBase<ILoggingEvent> listener =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            if (event.getMessage().contains(part)) {
              action.run();
            }
          }
        };
    listener.start();
    logger.addAppender(listener);
    logger.setLevel(Level.INFO);
  }

  @Test
  void letsRequestsEnd_andHandsItsSessionsOver_beforeAContextHasClosed() throws Exception {
    ShopCluster cluster = new ShopCluster();
    ShopUser user = new ShopUser();
    try (ConfigurableApplicationContext first = start(cluster.args("node-1"));
        ConfigurableApplicationContext second = start(cluster.args("node-2"))) {
      ShopCluster.awaitMembers(2, ShopApplication.port(first), ShopApplication.port(second));
      user.logIn(ShopApplication.port(first));
      assertThat(node(first).statistics().primarySessions()).isEqualTo(1);
      assertThat(node(second).statistics().primarySessions()).isZero();

      int port = ShopApplication.port(first);
      ShopPages pages = first.getBean(ShopPages.class);
      CompletableFuture<HttpResponse<String>> slow = user.begin(port, "/slow-note?text=late");
      assertThat(pages.slowPageRuns.await(20, TimeUnit.SECONDS)).isTrue();

      CompletableFuture<Void> closing = CompletableFuture.runAsync(first::close);
      await().atMost(Duration.ofSeconds(20)).until(() -> refusesConnections(port));
      pages.slowPageMayGoOn.countDown();

      assertThat(slow.get(20, TimeUnit.SECONDS).body()).isEqualTo("late");
      closing.get(60, TimeUnit.SECONDS);
      assertThat(user.get(ShopApplication.port(second), "/note?text=next").body())
          .isEqualTo("late,next");
      assertThat(user.get(ShopApplication.port(second), "/whoami").body()).isEqualTo("anna");
      assertThat(node(second).statistics().counters().get("handOvers")).isEqualTo(1);
      ShopCluster.awaitMembers(1, ShopApplication.port(second));
    }
  }

  @Test
  void closesNoConnection_beforeTheSessionOfItsRequestIsReplicated() throws Exception {
    ShopUser user = new ShopUser();
    CountDownLatch waits = new CountDownLatch(1);
    try (ConfigurableApplicationContext context = start(new ShopCluster().args("node-1"))) {
      user.logIn(ShopApplication.port(context));
      CompletableFuture<HttpResponse<String>> answer =
          user.begin(ShopApplication.port(context), "/slow-value");
      assertThat(ShopPages.SlowValue.isEncoded.await(20, TimeUnit.SECONDS)).isTrue();

      int port = ShopApplication.port(context);
      whenLogged("waits for {} running requests before it stops", waits::countDown);
      CompletableFuture<Void> closing = CompletableFuture.runAsync(context::close);
      if (WEB_SERVER.equals("tomcat")) {
        assertThat(waits.await(20, TimeUnit.SECONDS)).isTrue();
      } else {
        // Boot itself waits for the end of the response, and Holdfast finds no request later.
        await().atMost(Duration.ofSeconds(20)).until(() -> refusesConnections(port));
      }
      ShopPages.SlowValue.mayBeEncoded.countDown();

      assertThat(answer.get(20, TimeUnit.SECONDS).body()).isEqualTo("set");
      closing.get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void leavesRequestsToBoot_whenTheShutdownIsImmediate() {
    try (ConfigurableApplicationContext context =
        start(new ShopCluster().args("node-1"), "--server.shutdown=immediate")) {
      assertThat(context.containsBean("holdfastResumeRequests")).isTrue();
      assertThat(context.containsBean("holdfastFinishRequests")).isFalse();
    }
  }

  @Test
  void servesSessionsAgain_whenItIsStoppedAndStartedWithoutAClose() {
    try (ConfigurableApplicationContext context = start(new ShopCluster().args("node-1"))) {
      ShopUser user = new ShopUser();
      user.logIn(ShopApplication.port(context));
      FirstClient first =
          new FirstClient(() -> user.get(ShopApplication.port(context), "/whoami").body());
      context.getBeanFactory().registerSingleton("firstClient", first);

      context.stop();
      context.start();

      assertThat(first.answer).isEqualTo("anna");
    }
  }

  @Test
  void startsWithAServerForManagementAlone_andTellsThereThatSessionsAreNotProtected() {
    // Developer tools set the last one, which would have the web server keep sessions in a file.
    try (ConfigurableApplicationContext context =
        start(
            new ShopCluster().args("node-1"),
            "--management.server.port=0",
            "--server.servlet.session.persistent=true")) {
      ShopUser user = new ShopUser();
      int management =
          context.getEnvironment().getRequiredProperty("local.management.port", Integer.class);

      assertThat(user.get(management, "/actuator/health/holdfast").body())
          .contains("\"status\":\"UP\"", "\"protected\":false", "\"members\":[\"node-1\"]");
      user.logIn(ShopApplication.port(context));
      assertThat(node(context).statistics().primarySessions()).isEqualTo(1);
    }
  }

  @Test
  void givesTheCookieItsNameAndAttributes_asTheApplicationConfiguresThem() {
    try (ConfigurableApplicationContext context =
        start(
            new ShopCluster().args("node-1"),
            "--server.servlet.session.cookie.name=SHOP",
            "--server.servlet.session.cookie.http-only=true",
            "--server.servlet.session.cookie.same-site=strict")) {
      HttpResponse<String> login = new ShopUser().get(ShopApplication.port(context), "/login");

      assertThat(login.headers().allValues("Set-Cookie"))
          .singleElement()
          .asString()
          .matches("SHOP=[^;]+\\.node-1;.*")
          .containsIgnoringCase("SameSite=Strict")
          .containsIgnoringCase("HttpOnly");
      assertThat(node(context).statistics().primarySessions()).isEqualTo(1);
    }
  }

  @Test
  void leavesSessionsToTheWebServer_whenItIsNotEnabled() {
    try (ConfigurableApplicationContext context = start(List.of(), "--holdfast.enabled=false")) {
      ShopUser user = new ShopUser();
      user.logIn(ShopApplication.port(context));

      assertThat(user.get(ShopApplication.port(context), "/whoami").body()).isEqualTo("anna");
      assertThat(context.getBeansOfType(ReplicatedSessions.class)).isEmpty();
      assertThat(user.get(ShopApplication.port(context), "/actuator/holdfast").statusCode())
          .isEqualTo(404);
    }
  }

  @Test
  void doesNotStart_withAnUnknownProperty_andNamesTheNearest() {
    assertThatThrownBy(() -> start(List.of(), "--holdfast.claster=shop"))
        .hasRootCauseMessage(
            "command line argument holdfast.claster is not a setting of Holdfast; the nearest is"
                + " holdfast.cluster")
        .hasStackTraceContaining(InvalidSettingsException.class.getName());
  }
}
