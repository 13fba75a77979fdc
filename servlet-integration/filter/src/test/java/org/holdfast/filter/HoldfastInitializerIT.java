// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.EventListener;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.holdfast.servlet.session.OtherReplication;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which applications get the filter, from a real container's start. */
class HoldfastInitializerIT {
  @TempDir private Path folder;
  private final Server server = new Server();
  private final ServletContextHandler context =
      new ServletContextHandler("/shop", ServletContextHandler.SESSIONS);

  @AfterEach
  void stop() throws Exception {
    server.stop();
  }

  @Test
  void givesSessionsOfHoldfast_toADistributableApplication() throws Exception {
    start("<web-app><distributable/></web-app>");

    assertThat(get()).startsWith("org.holdfast.filter.FilterSession ");
    assertThat(HoldfastFilter.of(context.getServletContext())).isNotNull();
  }

  @Test
  void leavesTheContainersSessions_toAnApplicationThatIsNotDistributable() throws Exception {
    start("<web-app/>");

    assertThat(get()).doesNotContain("org.holdfast");
    assertThat(HoldfastFilter.of(context.getServletContext())).isNull();
  }

  @Test
  void leavesTheContainersSessions_whereItIsSwitchedOff() throws Exception {
    context.setInitParameter("holdfast.enabled", "false");
    start("<web-app><distributable/></web-app>");

    assertThat(get()).doesNotContain("org.holdfast");
  }

  /** A session of the container's would put its cookie in the place of the client's. */
  @Test
  void asksTheClientToComeBack_onceItIsStoppedAndTheApplicationIsNotYet() throws Exception {
    start("<web-app><distributable/></web-app>");
    HoldfastFilter.of(context.getServletContext()).stop();

    HttpResponse<String> late = response();

    assertThat(late.statusCode()).isEqualTo(503);
    assertThat(late.headers().firstValue("Retry-After")).contains("1");
    assertThat(late.headers().firstValue("Set-Cookie")).isEmpty();
  }

  @Test
  void leavesAnApplicationToItsOwnDeclarationOfTheFilter() throws Exception {
    FilterHolder declared = context.addFilter(HoldfastFilter.class, "/*", allDispatchers());
    declared.setAsyncSupported(true);
    declared.setInitParameter("joinTimeoutMillis", "100");
    start("<web-app><distributable/></web-app>");

    assertThat(get()).startsWith("org.holdfast.filter.FilterSession ");
    assertThat(context.getServletHandler().getFilters()).hasSize(1);
  }

  @Test
  void endsTheStart_whenASettingIsUnknown() {
    context.setInitParameter("holdfast.secondary", "2");

    assertThatThrownBy(() -> start("<web-app><distributable/></web-app>"))
        .hasStackTraceContaining(
            "context parameter holdfast.secondary is not a setting of Holdfast; the nearest is holdfast.secondaries");
  }

  @Test
  void endsTheStart_whenASettingIsImpossible() {
    context.setInitParameter("holdfast.secondaries", "9");

    assertThatThrownBy(() -> start("<web-app><distributable/></web-app>"))
        .hasStackTraceContaining(
            "secondaries must be between 0 and 3, was 9 (context parameter holdfast.secondaries)");
  }

  @Test
  void standsDownAndSaysSo_whereTheContainersManagerIsHoldfastsToo() throws Exception {
    OtherReplication.claim(context.getServletContext(), "Holdfast's Manager");
    context.addFilter(HoldfastFilter.class, "/*", allDispatchers()).setAsyncSupported(true);

    String log = logOf(() -> start("<web-app><distributable/></web-app>"));

    assertThat(get()).doesNotContain("org.holdfast");
    assertThat(log)
        .containsOnlyOnce(
            "Holdfast is installed twice for web application /shop: Holdfast's Manager serves its"
                + " sessions, and the filter in the application stays off");
  }

  @Test
  void namesSpringSessionsFilter_andWhichOfTheTwoWins() throws Exception {
    FilterHolder springs =
        new FilterHolder((request, response, chain) -> chain.doFilter(request, response));
    springs.setName("springSessionRepositoryFilter");
    springs.setAsyncSupported(true);
    context.addFilter(springs, "/*", allDispatchers());

    String log = logOf(() -> start("<web-app><distributable/></web-app>"));

    assertThat(log)
        .containsOnlyOnce(
            "Spring Session's filter is active in web application /shop besides Holdfast's filter:"
                + " the application gets the sessions of Spring Session");
  }

  private interface Step {
    void run() throws Exception;
  }

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

  @Test
  void tellsTheContainersOwnListener_thatHearsOfTheContextToo() throws Exception {
    Both both = new Both();
    context.addEventListener(both);
    start("<web-app><distributable/></web-app>");

    get();

    assertThat(both.heard).isEqualTo("initialized created");
  }

  @Test
  void makesTheDeclaredListeners_whereTheContainerShowsNone() throws Exception {
    start("<web-app/>");
    ServletContext container = context.getServletContext();
    WebXml descriptor =
        new WebXml(true, true, false, List.of(InDescriptor.class.getName(), "a.Missing"), "");

    assertThat(DeclaredListeners.of(container, descriptor, Set.of(Annotated.class, Both.class)))
        .<Class<?>>extracting(EventListener::getClass)
        .containsExactlyInAnyOrder(InDescriptor.class, Annotated.class);
    assertThat(
            DeclaredListeners.of(
                container, new WebXml(true, true, true, List.of(), ""), Set.of(Annotated.class)))
        .as("annotations where the descriptor is complete")
        .isEmpty();
  }

  /** Hears of the context and of sessions, and is declared nowhere. */
  public static final class Both implements ServletContextListener, HttpSessionListener {
    private String heard = "";

    @Override
    public void contextInitialized(ServletContextEvent event) {
      heard += "initialized";
    }

    @Override
    public void sessionCreated(HttpSessionEvent event) {
      heard += " created";
    }
  }

  /** Named in {@code web.xml}. */
  public static final class InDescriptor implements HttpSessionListener {}

  /** Found by scanning. */
  @WebListener
  public static final class Annotated implements HttpSessionListener {}

  private static EnumSet<DispatcherType> allDispatchers() {
    return EnumSet.allOf(DispatcherType.class);
  }

  private void start(String descriptor) throws Exception {
    Path webInf = Files.createDirectories(folder.resolve("WEB-INF"));
    Files.writeString(webInf.resolve("web.xml"), descriptor);
    context.setBaseResourceAsPath(folder);
    context.setInitParameter("holdfast.joinTimeoutMillis", "100");
    context.setInitParameter("holdfast.cluster", "initializer");
    context.addServletContainerInitializer(new HoldfastInitializer());
    context.addServlet(new ServletHolder(new SessionClass()), "/");
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(context);
    server.start();
  }

  /** Says of which class the session is. */
  private static final class SessionClass extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getWriter().print(request.getSession().getClass().getName() + " ");
    }
  }

  private String get() throws Exception {
    return response().body();
  }

  private HttpResponse<String> response() throws Exception {
    int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    URI uri = URI.create("http://127.0.0.1:" + port + "/shop/x");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }
}
