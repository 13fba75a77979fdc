// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot.it;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.Exemption;
import org.holdfast.contract.NodeSpec;
import org.holdfast.contract.RunningNode;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.spring.boot.ReplicatedSessions;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

/**
 * An application of Spring Boot, with the web server that the class path has, as the contract wants
 * it: the root application of the contract, beside all that Spring Boot puts there by itself.
 */
final class BootUnderTest implements ContainerUnderTest {
  /** Everything but Spring Security, under its names in Spring Boot 4 and 3.5. */
  private static final String WITHOUT_SECURITY =
      String.join(
          ",",
          "org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration",
          "org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration",
          "org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
          "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
          "org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration",
          "org.springframework.boot.autoconfigure.security.servlet.SecurityAutoConfiguration",
          "org.springframework.boot.autoconfigure.security.servlet.SecurityFilterAutoConfiguration",
          "org.springframework.boot.autoconfigure.security.servlet.UserDetailsServiceAutoConfiguration",
          "org.springframework.boot.actuate.autoconfigure.security.servlet.ManagementWebSecurityAutoConfiguration");

  private final List<Exemption> exemptions;

  /**
   * @param others what is not tried, beside what cannot be held
   */
  BootUnderTest(List<Exemption> others) {
    exemptions = new ArrayList<>(others);
    exempt(
        "an embedded server of Spring Boot has one application",
        "Applications",
        "Cookies.hasTheAttributesOfItsConfiguration_whenTheSessionBegins",
        "Cookies.hasTheAttributesOfItsConfiguration_whenTheIdChanges",
        "Cookies.hasTheAttributesOfItsConfiguration_whenAnotherNodeServesTheSession",
        "Cookies.isForOtherSites_whenItsConfigurationSaysSo",
        "Cookies.staysOutOfLinks_whenTheClientTakesIt",
        "Tracking",
        "Lifetime.hasTheIntervalThatTheApplicationSetByProgram",
        "Lifetime.neverEndsByTime_whenTheApplicationSetNoneByProgram",
        "Attributes.keepTheirLastGoodValueElsewhere_onceTheyHaveBecomeImpossibleToReplicateAndTheApplicationIsNotDistributable",
        "Attributes.keepTheirLastGoodValueElsewhere_whenTheSameValueIsPutAgainThatCannotBeReplicated",
        "Attributes.keepTheirLastGoodValueElsewhere_whenAValueReplacesThemThatCannotBeReplicated",
        "Attributes.goToTheOtherNodeAgain_onceTheyReplaceAValueThatCannotBeReplicated",
        "Attributes.goToTheOtherNodeAgain_onceTheyCanBeReplicatedAgainAndTheApplicationIsNotDistributable",
        "Attributes.areEncodedAgain_whenAnotherRequestChangesThemMeanwhileAndTheApplicationIsNotDistributable",
        "Attributes.stayOnTheirNode_whenTheyCannotBeReplicatedAndTheApplicationIsNotDistributable",
        "Attributes.giveWayToWhatCanBeReplicated_whenTheyWereNotAndTheApplicationIsNotDistributable",
        "Attributes.keepNoOthersFromGoing_whenTheyBecomeImpossibleToReplicateAsTheSessionGoes");
    exempt(
        "in Spring Boot what cannot be replicated is accepted, and stays on its node",
        "Attributes.areRefusedWithoutATrace_whenTheyCannotBeReplicated",
        "Listeners.areNotLeftBound_whenTheyAreRefused");
    exempt(
        "Spring Boot does not start, and its exception has no reason",
        "Status.isNotReportedToOtherMachines_whenThereIsNoToken");
    exempt("Spring Boot leaves logins to Spring Security", "Security");
    exempt("WebSockets come with a starter that is not here", "WebSockets");
    exempt(
        "error pages of Spring Boot are registered by classes that 3.5 and 4 have in different packages",
        "Dispatch.isKept_whenAnErrorPageBeginsIt",
        "Dispatch.survivesItsNode_asAnErrorPageLeftIt",
        "Dispatch.keepsTheStatusOfAnErrorPage",
        "Cookies.tellsNoId_whenItsErrorPageIsLateAndTheIdIsGone");
    if ("jetty".equals(System.getProperty("web-server"))) {
      exempt(
          "Jetty, also without Holdfast, tells a value that it is bound when the session gives it already",
          "Listeners.areBoundBeforeTheSessionGivesThem_andUnboundAfterwards");
      exempt(
          "Jetty, also without Holdfast, fails the request in which a listener of attributes throws",
          "Events.letTheRequestGoOn_whenAListenerThrows");
    } else {
      exempt(
          "Tomcat, also without Holdfast, tells the new value in the place of the old one",
          "Listeners.hearOfTheOldValue_whenTheNewOneListensItself");
    }
  }

  private void exempt(String reason, String... points) {
    for (String point : points) {
      exemptions.add(new Exemption(point, reason));
    }
  }

  @Override
  public List<Exemption> exemptions() {
    return exemptions;
  }

  @Override
  public RunningNode start(NodeSpec spec) {
    ContractApplication root =
        spec.applications().stream()
            .filter(application -> application.contextPath().isEmpty())
            .findFirst()
            .orElseThrow();
    return new Node(root, spec);
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}

  private static final class Node implements RunningNode {
    /**
     * One at a time starts or stops: the logging of Spring Boot is one for all applications of a
     * JVM, and not made for topics that run at the same time.
     */
    private static final Object LOGGING = new Object();

    private final ContractApplication application;
    private final ConfigurableApplicationContext context;

    Node(ContractApplication application, NodeSpec spec) {
      this.application = application;
      Map<String, Object> properties = new HashMap<>();
      spec.settings().forEach((name, value) -> properties.put("holdfast." + name, value));
      properties.put("server.port", "0");
      properties.put("server.address", "127.0.0.1");
      boolean drains = !"0".equals(spec.settings().get("drainTimeoutMillis"));
      properties.put("server.shutdown", drains ? "graceful" : "immediate");
      properties.put("server.servlet.session.timeout", application.sessionTimeoutSeconds() + "s");
      // Sessions that have timed out are looked for often.
      properties.put("server.tomcat.background-processor-delay", "1s");
      // The contract has its own servlet at the root.
      properties.put("spring.mvc.servlet.path", "/spring");
      properties.put("spring.main.banner-mode", "off");
      properties.put("logging.level.root", "off");
      properties.put("spring.autoconfigure.exclude", WITHOUT_SECURITY);
      synchronized (LOGGING) {
        context =
            new SpringApplicationBuilder(Application.class)
                .properties(properties)
                .initializers(
                    fresh ->
                        ((GenericApplicationContext) fresh)
                            .registerBean(
                                ServletContextInitializer.class, () -> application::install))
                .run();
      }
    }

    @Override
    public URI uri() {
      return URI.create("http://127.0.0.1:" + ShopApplication.port(context));
    }

    private ReplicationNode node() {
      return context.getBean(ReplicatedSessions.class).node();
    }

    @Override
    public int knownNodes() {
      ReplicationNode node = node();
      return node == null || !node.isSettled() ? 0 : node.view().members().size();
    }

    @Override
    public long attributeBytes() {
      return node().attributeTraffic().get(0).snapshot().bytes();
    }

    @Override
    public void kill() {
      ReplicationNode node = node();
      if (node != null) {
        node.close();
      }
      application.endWaiting();
      stop();
    }

    @Override
    public void stop() {
      synchronized (LOGGING) {
        context.close();
      }
    }
  }
}
