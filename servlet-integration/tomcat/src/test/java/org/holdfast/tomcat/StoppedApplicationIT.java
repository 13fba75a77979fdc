// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.holdfast.tomcat.Application.increment;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.catalina.Context;
import org.apache.catalina.Host;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.manager.ManagerServlet;
import org.apache.catalina.startup.HostConfig;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A request that runs when its application alone is stopped, reloaded or undeployed. */
class StoppedApplicationIT {
  private final CountDownLatch running = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final TomcatNode.Builder cluster = TomcatNode.cluster(2);
  private final TomcatNode a = cluster.start(0, application());
  private final TomcatNode b = cluster.start(1, application());
  private final Browser browser = new Browser();

  private Application application() {
    return new Application()
        .page("/plain", (q, r) -> r.getWriter().print(increment(q)))
        .page(
            "/slow",
            (q, r) -> {
              running.countDown();
              try {
                assertThat(release.await(20, SECONDS)).isTrue();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              r.getWriter().print(increment(q));
            });
  }

  @AfterEach
  void stop() {
    release.countDown();
    a.close();
    b.close();
  }

  private CompletableFuture<HttpResponse<String>> beginSlow() throws InterruptedException {
    assertThat(browser.get(a, "/plain").body()).isEqualTo("1");
    CompletableFuture<HttpResponse<String>> slow = browser.begin(a, "/slow");
    assertThat(running.await(20, SECONDS)).isTrue();
    return slow;
  }

  private static void stop(Context context) {
    try {
      context.stop();
    } catch (LifecycleException e) {
      throw new IllegalStateException("the application does not stop", e);
    }
  }

  @Test
  void endsAndIsSaved_whileOthersAreRefused_whenItsApplicationIsStopped() throws Exception {
    CompletableFuture<HttpResponse<String>> slow = beginSlow();

    CompletableFuture<Void> stop = CompletableFuture.runAsync(() -> stop(a.context()));
    await().until(() -> a.context().getState() == LifecycleState.STOPPING_PREP);
    await().until(() -> browser.copy().get(a, "/plain").statusCode() == 503);
    HttpResponse<String> refused = new Browser().get(a, "/plain");
    release.countDown();

    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValue("Retry-After")).contains("1");
    assertThat(slow.get(20, SECONDS).statusCode()).isEqualTo(200);
    assertThat(slow.get().body()).isEqualTo("2");
    stop.get(40, SECONDS);
    assertThat(browser.get(b, "/plain").body()).isEqualTo("3");
  }

  @Test
  void endsAndIsSaved_whenItsApplicationIsReloaded() throws Exception {
    CompletableFuture<HttpResponse<String>> slow = beginSlow();

    CompletableFuture<Void> reload = CompletableFuture.runAsync(a.context()::reload);
    await().until(() -> a.context().getState() == LifecycleState.STOPPING_PREP);
    release.countDown();

    assertThat(slow.get(20, SECONDS).body()).isEqualTo("2");
    reload.get(40, SECONDS);
    assertThat(browser.get(b, "/plain").body()).isEqualTo("3");
  }

  /**
   * Removes the application as Tomcat's manager application does, and its deployer when the archive
   * is deleted.
   */
  @Test
  void endsAndIsSaved_whenItsApplicationIsUndeployed() throws Exception {
    CompletableFuture<HttpResponse<String>> slow = beginSlow();
    Context context = a.context();

    CompletableFuture<Void> undeploy =
        CompletableFuture.runAsync(() -> context.getParent().removeChild(context));
    await().until(() -> context.getState() == LifecycleState.STOPPING_PREP);
    release.countDown();

    assertThat(slow.get(20, SECONDS).statusCode()).isEqualTo(200);
    assertThat(slow.get().body()).isEqualTo("2");
    undeploy.get(40, SECONDS);
    assertThat(browser.get(b, "/plain").body()).isEqualTo("3");
  }

  /** Asks Tomcat's manager application, whose own request is in flight, too. */
  @ParameterizedTest
  @CsvSource({"stop, STOPPED", "reload, STARTED", "undeploy, DESTROYED"})
  void endsAndIsSaved_whenTomcatsManagerApplicationHasItsApplicationEnd(
      String command, LifecycleState stateAfterwards) throws Exception {
    Context context = a.context();
    Host host = (Host) context.getParent();
    new Deployer().beginWithRootOf(host);
    host.addChild(managerApplication());
    CompletableFuture<HttpResponse<String>> slow = beginSlow();

    CompletableFuture<HttpResponse<String>> asked =
        new Browser().begin(a, "/manager/text/" + command + "?path=/");
    await().until(() -> context.getState() == LifecycleState.STOPPING_PREP);
    release.countDown();

    assertThat(slow.get(20, SECONDS).statusCode()).isEqualTo(200);
    assertThat(slow.get().body()).isEqualTo("2");
    assertThat(asked.get(40, SECONDS).body()).startsWith("OK");
    assertThat(context.getState()).isEqualTo(stateAfterwards);
    assertThat(browser.get(b, "/plain").body()).isEqualTo("3");
  }

  /** Returns Tomcat's manager application, without its users and its pages. */
  private static Context managerApplication() {
    StandardContext manager = new StandardContext();
    manager.setName("/manager");
    manager.setPath("/manager");
    manager.setPrivileged(true);
    manager.addLifecycleListener(new Tomcat.FixContextListener());
    Tomcat.addServlet(manager, "manager", ManagerServlet.class.getName());
    manager.addServletMapping("/text/*", "manager");
    return manager;
  }

  /** Tomcat's deployer, which undeploys only what it has deployed. */
  private static final class Deployer extends HostConfig {
    /** Begins as if this had deployed the root application of a running host from an archive. */
    void beginWithRootOf(Host host) throws IOException {
      host.addLifecycleListener(this);
      lifecycleEvent(new LifecycleEvent(host, Lifecycle.START_EVENT, null));
      Path folder = Files.createDirectories(host.getAppBaseFile().toPath());
      Path archive = Files.createFile(folder.resolve("ROOT.war"));
      DeployedApplication root = new DeployedApplication("", false);
      root.redeployResources.put(archive.toString(), archive.toFile().lastModified());
      deployed.put("", root);
    }
  }
}
