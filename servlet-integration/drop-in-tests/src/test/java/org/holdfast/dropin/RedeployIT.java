// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.holdfast.contract.Ports;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A developer deploys a web application again and again on one of two nodes. */
class RedeployIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  /** In which server, and where in it Holdfast is. */
  private enum Place {
    MANAGER_OF_TOMCAT,
    FILTER_IN_TOMCAT,
    CACHE_OF_JETTY,
    FILTER_IN_JETTY;

    boolean isInTheApplication() {
      return this == FILTER_IN_TOMCAT || this == FILTER_IN_JETTY;
    }

    /**
     * A connection of Jetty's, also without Holdfast, keeps the application that it served last,
     * until it serves another one or is closed.
     */
    int keptByTheServer() {
      return this == CACHE_OF_JETTY || this == FILTER_IN_JETTY ? 1 : 0;
    }

    EmbeddedServer server(Path directory, String node, int membership) throws Exception {
      Path base = directory.resolve("base-" + node);
      return switch (this) {
        case MANAGER_OF_TOMCAT, FILTER_IN_TOMCAT -> new EmbeddedTomcat(base, node);
        case CACHE_OF_JETTY -> new EmbeddedJetty(base, settings(node, membership));
        case FILTER_IN_JETTY -> new EmbeddedJetty(base);
      };
    }

    WebApplication application(String node, int membership) {
      WebApplication application = new WebApplication();
      if (this == MANAGER_OF_TOMCAT) {
        application.withContext(
            "<Manager className=\"org.holdfast.tomcat.HoldfastManager\" cluster=\"shop\""
                + " exposeProtection=\"true\" membershipPort=\""
                + membership
                + "\"/>");
      } else if (isInTheApplication()) {
        application.with(DropIn.FOR_APPLICATIONS.jar());
        settings(node, membership)
            .forEach((name, value) -> application.withParameter("holdfast." + name, value));
      }
      return application;
    }

    private static Map<String, String> settings(String node, int membership) {
      return Map.of(
          "cluster",
          "shop",
          "memberName",
          node,
          "exposeProtection",
          "true",
          "membershipPort",
          Integer.toString(membership));
    }
  }

  /** Threads of the JDK that anything may start, and that stay, and of the test. */
  private static final Pattern OF_THE_JDK =
      Pattern.compile(
          "(awaitility-thread|process reaper|Attach"
              + " Listener|HttpClient-|ForkJoinPool|Common-Cleaner).*");

  /** Tomcat's own background thread may be at work in an application that is stopped. */
  private static final Pattern OF_TOMCAT = Pattern.compile("Catalina-utility");

  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private final Logger root = Logger.getLogger("");
  private final Handler listener =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          boolean isExpected =
              StockServer.EXPECTED.matcher(entry.getMessage()).find()
                  || OF_TOMCAT.matcher(entry.getMessage()).find();
          if (entry.getLevel().intValue() >= Level.WARNING.intValue() && !isExpected) {
            warnings.add(entry.getLoggerName() + ": " + entry.getMessage());
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
  private final List<EmbeddedServer> servers = new ArrayList<>();
  private Path directory;
  private int membership;

  @BeforeEach
  void prepare() throws Exception {
    root.addHandler(listener);
    directory =
        Files.createTempDirectory(Files.createDirectories(Path.of("target", "redeploy")), "run")
            .toAbsolutePath();
    membership = Ports.take(10).get(0);
  }

  @AfterEach
  void stop() throws Exception {
    root.removeHandler(listener);
    for (EmbeddedServer server : servers) {
      server.close();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MANAGER_OF_TOMCAT", "CACHE_OF_JETTY"})
  void keepsSessionsAndLeavesNothingBehind_whenDoneTenTimes(Place place) throws Exception {
    redeploy(place, 10);
  }

  @ParameterizedTest
  @EnumSource(names = {"FILTER_IN_TOMCAT", "FILTER_IN_JETTY"})
  void keepsSessionsAndLeavesNothingBehind_whenTheJarIsInTheApplication(Place place)
      throws Exception {
    redeploy(place, 2);
  }

  @ParameterizedTest
  @EnumSource(names = {"FILTER_IN_TOMCAT", "FILTER_IN_JETTY"})
  @Tag("nightly")
  void keepsSessionsAndLeavesNothingBehind_whenTheJarIsInTheApplicationTenTimes(Place place)
      throws Exception {
    redeploy(place, 10);
  }

  private void redeploy(Place place, int times) throws Exception {
    Set<String> threadsBefore = threads();
    EmbeddedServer stays = started(place.server(directory, "node-1", membership));
    EmbeddedServer changes = started(place.server(directory, "node-2", membership));
    Path ofTheOne = application(place, "node-1", "1");
    Path ofTheOther = application(place, "node-2", "1");
    EmbeddedServer.Deployed staying = stays.deploy("/shop", ofTheOne);
    EmbeddedServer.Deployed deployed = changes.deploy("/shop", ofTheOther);
    Visitor user = new Visitor();
    await().atMost(SOON).until(() -> user.isProtected(changes.uri("/shop/cart")));
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();

    StringBuilder items = new StringBuilder();
    for (int i = 1; i <= times; i++) {
      items.append(i == 1 ? "" : ",").append(i);
      assertThat(user.get(changes.uri("/shop/count"))).isEqualTo(Integer.toString(i));
      user.get(changes.uri("/shop/add?item=" + i));
      loaders.add(loaderOf(deployed));
      deployed.undeploy();
      WeakReference<ClassLoader> stopped = loaders.get(i - 1);
      // A thread of the server may be in a round through all applications.
      await()
          .atMost(SOON)
          .untilAsserted(
              () ->
                  assertThat(runningIn(stopped))
                      .as("threads of the stopped application")
                      .isEmpty());
      deployed = changes.deploy("/shop", ofTheOther);
    }

    assertThat(user.get(changes.uri("/shop/cart"))).isEqualTo(items.toString());
    loaders.add(loaderOf(deployed));
    loaders.add(loaderOf(staying));
    deployed.undeploy();
    staying.undeploy();
    deployed = null;
    staying = null;
    if (place.isInTheApplication()) {
      displaceTheJdksLastRecord();
    }
    await()
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(
            () -> assertThat(alive(loaders)).hasSizeLessThanOrEqualTo(place.keptByTheServer()));
    stop();
    servers.clear();
    await()
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(() -> assertThat(alive(loaders)).isEmpty());
    await().atMost(SOON).untilAsserted(() -> assertThat(threads()).isSubsetOf(threadsBefore));
    assertThat(warnings).isEmpty();
  }

  @Test
  void keepsTheSessionsOfEachVersion_whenTwoRunSideBySide() throws Exception {
    EmbeddedTomcat first = started(new EmbeddedTomcat(directory.resolve("base-1"), "node-1"));
    EmbeddedTomcat second = started(new EmbeddedTomcat(directory.resolve("base-2"), "node-2"));
    Visitor before = new Visitor();
    Visitor after = new Visitor();
    for (EmbeddedTomcat tomcat : List.of(first, second)) {
      tomcat.deploy("/shop", "1", application(Place.MANAGER_OF_TOMCAT, nameOf(tomcat), "1"));
    }
    await().atMost(SOON).until(() -> before.isProtected(first.uri("/shop/cart")));
    assertThat(before.get(first.uri("/shop/add?item=tea"))).isEqualTo("tea");
    for (EmbeddedTomcat tomcat : List.of(first, second)) {
      tomcat.deploy("/shop", "2", application(Place.MANAGER_OF_TOMCAT, nameOf(tomcat), "2"));
    }

    assertThat(after.get(first.uri("/shop/add?item=rice"))).isEqualTo("rice");
    assertThat(after.get(second.uri("/shop/version"))).isEqualTo("2");
    assertThat(after.get(second.uri("/shop/cart"))).isEqualTo("rice");
    assertThat(before.get(first.uri("/shop/version"))).isEqualTo("1");
    assertThat(before.get(first.uri("/shop/cart"))).isEqualTo("tea");
  }

  private String nameOf(EmbeddedTomcat tomcat) {
    return "node-" + (servers.indexOf(tomcat) + 1);
  }

  private <S extends EmbeddedServer> S started(S server) {
    servers.add(server);
    return server;
  }

  private Path application(Place place, String node, String version) {
    return place
        .application(node, membership)
        .version(version)
        .unpackedTo(directory.resolve(node + "-v" + version));
  }

  private static WeakReference<ClassLoader> loaderOf(EmbeddedServer.Deployed application) {
    return new WeakReference<>(application.loader());
  }

  private static List<String> alive(List<WeakReference<ClassLoader>> loaders) {
    System.gc();
    return loaders.stream()
        .map(WeakReference::get)
        .filter(loader -> loader != null)
        .map(Object::toString)
        .toList();
  }

  /**
   * JDK 17 keeps the types of the record whose {@code equals}, {@code hashCode} or {@code toString}
   * was called for the first time last, and with them one class loader, whosever record it was. So
   * a new class is made of a record each time.
   */
  private static void displaceTheJdksLastRecord() throws Exception {
    byte[] code;
    try (InputStream file = Displacing.class.getResourceAsStream("Displacing.class")) {
      code = file.readAllBytes();
    }
    ClassLoader loader =
        new ClassLoader(RedeployIT.class.getClassLoader()) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Displacing.class.getName())) {
              return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? defineClass(name, code, 0, code.length) : loaded;
          }
        };
    Constructor<?> maker = loader.loadClass(Displacing.class.getName()).getConstructor(List.class);
    Object record = maker.newInstance(List.of());
    assertThat(record).isEqualTo(maker.newInstance(new ArrayList<>()));
    assertThat(record.hashCode()).isEqualTo(maker.newInstance(List.of()).hashCode());
    assertThat(record.toString()).endsWith("[values=[]]");
  }

  /** Threads whose code or context class loader is that of a stopped application. */
  private static List<String> runningIn(WeakReference<ClassLoader> loader) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getContextClassLoader() == loader.get())
        .filter(thread -> thread.getContextClassLoader() != null)
        .map(Thread::getName)
        .toList();
  }

  /** Names of live threads, without numbers that grow. */
  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> !OF_THE_JDK.matcher(name).matches())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
