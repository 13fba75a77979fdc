// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.catalina.Cluster;
import org.apache.catalina.Container;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Manager;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.scan.StandardJarScanner;
import org.holdfast.contract.Ports;
import org.holdfast.servlet.session.OtherReplication;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The one element in an application's own {@code META-INF/context.xml}, as an operator adds it. */
class ContextXmlIT {
  /** Tomcat's way to tell why an application did not start; kept, or its level is forgotten. */
  private static final Logger TOMCAT_LOG =
      Logger.getLogger("org.apache.catalina.core.StandardContext");

  private static final Logger REST_OF_TOMCAT = Logger.getLogger("org.apache");

  static {
    REST_OF_TOMCAT.setLevel(Level.OFF);
  }

  @TempDir private Path directory;
  private final List<LogRecord> logged = new CopyOnWriteArrayList<>();
  private final Tomcat tomcat = new Tomcat();
  private Context context;
  private Filter otherFilter;
  private Level otherLevel;

  @BeforeEach
  void listen() {
    otherFilter = TOMCAT_LOG.getFilter();
    otherLevel = TOMCAT_LOG.getLevel();
    TOMCAT_LOG.setLevel(Level.SEVERE);
    TOMCAT_LOG.setFilter(
        entry -> {
          logged.add(entry);
          return false;
        });
  }

  @AfterEach
  void stop() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
    TOMCAT_LOG.setFilter(otherFilter);
    TOMCAT_LOG.setLevel(otherLevel);
  }

  @Test
  void replicatesTheApplication_whenTheElementIsThere() throws Exception {
    deploy("ackMode=\"sync\" scope=\"modified-session\" exposeProtection=\"true\"");

    HttpResponse<String> response = get("/shop/count");
    assertThat(response.body()).isEqualTo("1");
    assertThat(response.headers().firstValue("X-Holdfast-Protected")).hasValue("false");
    assertThat(context.getManager()).isInstanceOf(HoldfastManager.class);
    assertThat(logged).isEmpty();
  }

  @Test
  void claimsTheApplicationAndNamesTheOtherReplication_whenThereIsOne() throws Exception {
    tomcat.getEngine().setCluster(new IdleCluster());
    String log = logOf(() -> deploy(""));

    assertThat(OtherReplication.claimedBy(context.getServletContext()))
        .isEqualTo("Holdfast's Manager");
    assertThat(log)
        .containsOnlyOnce(
            "Tomcat's <Cluster> and Holdfast's Manager are both configured for web application"
                + " localhost/shop: the Manager replicates");
    assertThat(get("/shop/count").body()).isEqualTo("1");
  }

  @Test
  void namesSpringSessionsFilter_whenTheApplicationHasIt() throws Exception {
    prepareOurs("");
    context.addServletContainerInitializer(
        (classes, servlets) ->
            servlets.addFilter(
                "springSessionRepositoryFilter",
                (request, response, chain) -> chain.doFilter(request, response)),
        null);

    String log = logOf(tomcat::start);

    assertThat(log)
        .containsOnlyOnce(
            "Spring Session's filter is active in web application localhost/shop besides"
                + " Holdfast's Manager: the application gets the sessions of Spring Session");
    assertThat(get("/shop/count").body()).isEqualTo("1");
  }

  /** Tomcat's own context.xml has the Manager of Holdfast, for all applications. */
  @Test
  void saysThatItReplicatesNothing_whenTheApplicationHasAManagerOfItsOwn() throws Exception {
    String log =
        logOf(
            () -> {
              prepare("org.apache.catalina.session.StandardManager", "");
              context.setManager(new HoldfastManager());
              tomcat.start();
            });

    assertThat(log)
        .containsOnlyOnce("web application /shop has a Manager of its own, StandardManager")
        .contains("Holdfast does not replicate its sessions");
    assertThat(OtherReplication.claimedBy(context.getServletContext())).isNull();
    assertThat(get("/shop/count").body()).isEqualTo("1");
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

  /** A cluster of Tomcat's that does nothing. */
  private static final class IdleCluster implements Cluster {
    private Container container;

    @Override
    public String getClusterName() {
      return "idle";
    }

    @Override
    public void setClusterName(String name) {}

    @Override
    public void setContainer(Container container) {
      this.container = container;
    }

    @Override
    public Container getContainer() {
      return container;
    }

    @Override
    public Manager createManager(String name) {
      throw new IllegalStateException("the Manager of Holdfast is there already");
    }

    @Override
    public void registerManager(Manager manager) {}

    @Override
    public void removeManager(Manager manager) {}

    @Override
    public void backgroundProcess() {}
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ackTimeoutMillis="-1s"      | ackTimeoutMillis must be a whole number of milliseconds, was "-1s"
          ackTimeoutMillis="-1"       | ackTimeout must be between 1 ms and 30 s, was -1 ms
          ackMode="SYNK"              | ackMode must be one of "sync", "async", was "SYNK"
          replicationPort="-1"        | replicationPort must be between 0 and 65535, was -1
          membershipPort="-7800"      | membershipPort must be between 1 and 65535, was -7800
          membershipPort="0"          | membershipPort must be between 1 and 65535, was 0
          discovery="10.0.0.1,10.0.0.2"| discovery must be local, static:HOST:PORT,… or dns:NAME, was "10.0.0.1,10.0.0.2"
          discovery="static:10.0.0.1" | host of static discovery must be HOST:PORT
          allowedClasses="*.*.*;!!"   | allowedClasses: entry "*.*.*" in "*.*.*;!!"
          maxDepth="2001"             | maxDepth must be between 8 and 2000, was 2001
          maxAttributeBytes="1 MB"    | maxAttributeBytes must be a whole number, was "1 MB"
          secondaries="many"          | secondaries must be a whole number, was "many"
          clster="shop"               | attribute clster is not a setting of Holdfast; the nearest is cluster
          enabled="false"             | enabled must be "true" here: to keep Tomcat's own sessions
          """)
  void saysWhyOnceAndServesNothing_whenAnAttributeIsBad(String attribute, String message)
      throws Exception {
    deploy(attribute);

    assertThat(context.getState().isAvailable()).isFalse();
    assertThat(get("/shop/count").statusCode()).isEqualTo(404);
    assertThat(logged)
        .filteredOn(entry -> entry.getThrown() != null)
        .singleElement()
        .extracting(entry -> entry.getThrown().getMessage())
        .asString()
        .startsWith("session replication of web application localhost/shop cannot start: ")
        .contains(message);
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("holdfast-"));
  }

  /** Deploys a copy of what an operator would have on disk. */
  private void deploy(String attributes) throws Exception {
    prepareOurs(attributes);
    tomcat.start();
  }

  private void prepareOurs(String attributes) throws Exception {
    String port =
        attributes.contains("membershipPort")
            ? ""
            : "membershipPort=\"" + Ports.take(1).get(0) + "\" ";
    prepare(
        "org.holdfast.tomcat.HoldfastManager",
        "memberName=\"node-1\" joinTimeoutMillis=\"500\" " + port + attributes);
  }

  private void prepare(String manager, String attributes) throws Exception {
    Path application = Files.createDirectories(directory.resolve("shop"));
    Path contextXml =
        Files.createDirectories(application.resolve("META-INF")).resolve("context.xml");
    Files.writeString(
        contextXml,
        "<Context><Manager className=\"%s\" %s/></Context>".formatted(manager, attributes));
    tomcat.setBaseDir(directory.toString());
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    tomcat.setConnector(connector);
    ((StandardHost) tomcat.getHost()).setUnpackWARs(false);
    tomcat.getHost().setAppBase(directory.toString());
    tomcat.setAddDefaultWebXmlToWebapp(false);
    context = tomcat.addWebapp("/shop", application.toString());
    context.setConfigFile(contextXml.toUri().toURL());
    // Tomcat would read every class of the tests' libraries at each start.
    ((StandardJarScanner) context.getJarScanner()).setScanClassPath(false);
    Application counter =
        new Application().page("/count", (q, r) -> r.getWriter().print(Application.increment(q)));
    context.addServletContainerInitializer(
        (classes, servlets) -> servlets.addServlet("counter", counter).addMapping("/count"), null);
  }

  private HttpResponse<String> get(String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + path);
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build(),
            HttpResponse.BodyHandlers.ofString());
  }
}
