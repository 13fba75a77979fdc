// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import jakarta.servlet.http.Cookie;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.Host;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.authenticator.AuthenticatorBase;
import org.apache.catalina.authenticator.BasicAuthenticator;
import org.apache.catalina.authenticator.FormAuthenticator;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.LoginConfig;
import org.apache.tomcat.util.descriptor.web.SecurityCollection;
import org.apache.tomcat.util.descriptor.web.SecurityConstraint;
import org.apache.tomcat.util.http.Rfc6265CookieProcessor;
import org.apache.tomcat.websocket.server.WsSci;
import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.Exemption;
import org.holdfast.contract.Login;
import org.holdfast.contract.NodeSpec;
import org.holdfast.contract.RunningNode;
import org.holdfast.replication.node.ReplicationNode;

/** Embedded Tomcat with {@link HoldfastManager}, as the contract wants it. */
final class TomcatUnderTest implements ContainerUnderTest {
  /** Tomcat logs each exception that a test provokes; kept, or its level would be forgotten. */
  private static final Logger TOMCAT_LOG = Logger.getLogger("org.apache");

  static {
    TOMCAT_LOG.setLevel(Level.OFF);
  }

  private final Consumer<Host> customizer;

  TomcatUnderTest() {
    this(host -> {});
  }

  /**
   * @param customizer of each node's host, before it is started
   */
  TomcatUnderTest(Consumer<Host> customizer) {
    this.customizer = customizer;
  }

  @Override
  public List<Exemption> exemptions() {
    return List.of(
        new Exemption(
            "Listeners.hearOfTheOldValue_whenTheNewOneListensItself",
            "Tomcat, also without Holdfast, gives an `HttpSessionAttributeListener` the new value"
                + " instead of the replaced one where the new value is an"
                + " `HttpSessionBindingListener`."));
  }

  /** Asks Tomcat: 10.1 wants {@code true}, 11 an empty value. */
  @Override
  public boolean isPartitionedBy(String value) {
    Cookie cookie = new Cookie("name", "value");
    cookie.setAttribute("Partitioned", value);
    return new Rfc6265CookieProcessor().generateHeader(cookie, null).contains("; Partitioned");
  }

  @Override
  public RunningNode start(NodeSpec spec) {
    return new Node(spec, customizer);
  }

  private static final class Node implements RunningNode {
    private final Tomcat tomcat = new Tomcat();
    private final List<HoldfastManager> managers = new ArrayList<>();
    private final List<ContractApplication> applications;

    Node(NodeSpec spec, Consumer<Host> customizer) {
      applications = spec.applications();
      tomcat.setBaseDir(spec.directory().toString());
      Connector connector = new Connector();
      connector.setPort(0);
      connector.setProperty("address", "127.0.0.1");
      tomcat.setConnector(connector);
      // Else several at once register under the same names.
      tomcat.getEngine().setName(spec.cluster() + "-" + spec.name());
      tomcat.getEngine().setJvmRoute(spec.name());
      tomcat.getEngine().setBackgroundProcessorDelay(1);
      tomcat.addUser(Login.USER, Login.PASSWORD);
      tomcat.addRole(Login.USER, Login.ROLE);
      customizer.accept(tomcat.getHost());
      spec.applications().forEach(application -> deploy(application, spec));
      try {
        tomcat.start();
      } catch (LifecycleException e) {
        throw new IllegalStateException("Tomcat does not start", e);
      }
    }

    private void deploy(ContractApplication application, NodeSpec spec) {
      Context context = tomcat.addContext(application.contextPath(), null);
      // Tomcat's own wait for servlets would hide, for 2 s, that nobody waits for requests.
      ((StandardContext) context).setUnloadDelay(20);
      context.addServletContainerInitializer(
          (classes, servletContext) -> application.install(servletContext), Set.of());
      context.addServletContainerInitializer(new WsSci(), Set.of());
      context.setDistributable(application.isDistributable());
      context.setCrossContext(application.isCrossContext());
      context.setSessionTimeout(application.sessionTimeoutMinutes());
      application.errorPages().forEach((status, page) -> addErrorPage(context, status, page));
      Login login = application.login();
      if (login != null) {
        require(login, context);
      }
      HoldfastManager manager = new HoldfastManager();
      spec.settings().forEach(manager::set);
      manager.setProcessExpiresFrequency(1);
      context.setManager(manager);
      managers.add(manager);
    }

    private static void addErrorPage(Context context, int status, String location) {
      ErrorPage page = new ErrorPage();
      page.setErrorCode(status);
      page.setLocation(location);
      context.addErrorPage(page);
    }

    private static void require(Login login, Context context) {
      LoginConfig config = new LoginConfig();
      config.setAuthMethod(login.method());
      config.setRealmName("contract");
      config.setLoginPage(Login.FORM_PAGE);
      config.setErrorPage(Login.FORM_PAGE);
      context.setLoginConfig(config);
      context.addSecurityRole(Login.ROLE);
      SecurityCollection pages = new SecurityCollection();
      pages.addPattern(login.urlPattern());
      SecurityConstraint constraint = new SecurityConstraint();
      constraint.addCollection(pages);
      constraint.addAuthRole(Login.ROLE);
      context.addConstraint(constraint);
      // As ContextConfig does it: later than the manager adds its valve.
      context.addLifecycleListener(
          event -> {
            if (event.getType().equals(Lifecycle.CONFIGURE_START_EVENT)) {
              context.getPipeline().addValve(authenticator(login));
            }
          });
    }

    private static AuthenticatorBase authenticator(Login login) {
      return login.method().equals("FORM") ? new FormAuthenticator() : new BasicAuthenticator();
    }

    @Override
    public URI uri() {
      return URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort());
    }

    @Override
    public int knownNodes() {
      ReplicationNode node = managers.get(0).replicationNode();
      return node == null || !node.isSettled() ? 0 : node.view().members().size();
    }

    @Override
    public long attributeBytes() {
      return managers.get(0).replicationNode().attributeTraffic().get(0).snapshot().bytes();
    }

    @Override
    public void kill() {
      for (HoldfastManager manager : managers) {
        ReplicationNode node = manager.replicationNode();
        if (node != null) {
          node.close();
        }
      }
      applications.forEach(ContractApplication::endWaiting);
      stop();
    }

    @Override
    public void stop() {
      try {
        tomcat.stop();
        tomcat.destroy();
      } catch (LifecycleException e) {
        throw new IllegalStateException("Tomcat does not stop", e);
      }
    }
  }
}
