// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.security.idm.Account;
import io.undertow.security.idm.Credential;
import io.undertow.security.idm.IdentityManager;
import io.undertow.security.idm.PasswordCredential;
import io.undertow.server.handlers.PathHandler;
import io.undertow.server.handlers.resource.PathResourceManager;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.LoginConfig;
import io.undertow.servlet.api.SecurityConstraint;
import io.undertow.servlet.api.ServletContainer;
import io.undertow.servlet.api.ServletContainerInitializerInfo;
import io.undertow.servlet.api.ServletSessionConfig;
import io.undertow.servlet.api.WebResourceCollection;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import io.undertow.websockets.jsr.WebSocketDeploymentInfo;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.Exemption;
import org.holdfast.contract.Login;
import org.holdfast.contract.NodeSpec;
import org.holdfast.contract.RunningNode;

/** Embedded Undertow with the filter, as the contract wants it. */
final class UndertowUnderTest implements ContainerUnderTest {
  private final Map<String, String> parameters;

  UndertowUnderTest() {
    this(Map.of());
  }

  /**
   * @param parameters of the context, in the place of those that the contract has
   */
  UndertowUnderTest(Map<String, String> parameters) {
    this.parameters = parameters;
  }

  @Override
  public RunningNode start(NodeSpec spec) {
    return new Node(spec, parameters);
  }

  @Override
  public List<Exemption> exemptions() {
    return FilterExemptions.ofUndertow();
  }

  /** Knows the user of the contract. */
  private static final class OneUser implements IdentityManager {
    private static final Account ACCOUNT =
        new Account() {
          @Override
          public Principal getPrincipal() {
            return () -> Login.USER;
          }

          @Override
          public Set<String> getRoles() {
            return Set.of(Login.ROLE);
          }
        };

    @Override
    public Account verify(Account account) {
      return account;
    }

    @Override
    public Account verify(String id, Credential credential) {
      return credential instanceof PasswordCredential password
              && id.equals(Login.USER)
              && Login.PASSWORD.equals(String.valueOf(password.getPassword()))
          ? ACCOUNT
          : null;
    }

    @Override
    public Account verify(Credential credential) {
      return null;
    }
  }

  private static final class Node extends FilteredNode {
    private final ServletContainer container = ServletContainer.Factory.newInstance();
    private final List<DeploymentManager> managers = new ArrayList<>();
    private final Map<String, String> parameters;
    private final Undertow server;

    Node(NodeSpec spec, Map<String, String> parameters) {
      super(spec);
      this.parameters = parameters;
      PathHandler paths = new PathHandler();
      server =
          Undertow.builder()
              .setServerOption(UndertowOptions.ENABLE_HTTP2, true)
              .addHttpListener(0, "127.0.0.1")
              .setHandler(paths)
              .build();
      for (ContractApplication application : spec.applications()) {
        DeploymentManager manager = container.addDeployment(infoOf(application));
        managers.add(manager);
        manager.deploy();
        String path = application.contextPath().isEmpty() ? "/" : application.contextPath();
        try {
          paths.addPrefixPath(path, manager.start());
        } catch (ServletException e) {
          throw new IllegalStateException("Undertow does not start", e);
        }
      }
      server.start();
    }

    private DeploymentInfo infoOf(ContractApplication application) {
      DeploymentInfo info =
          Servlets.deployment()
              .setClassLoader(getClass().getClassLoader())
              .setDeploymentName("app" + application.contextPath())
              .setContextPath(application.contextPath().isEmpty() ? "/" : application.contextPath())
              .setResourceManager(new PathResourceManager(deployment.folderOf(application)))
              .setServletSessionConfig(new ServletSessionConfig().setHttpOnly(true))
              .setDefaultSessionTimeout(application.sessionTimeoutSeconds())
              .addServletContextAttribute(
                  WebSocketDeploymentInfo.ATTRIBUTE_NAME, new WebSocketDeploymentInfo())
              .addServletContainerInitializers(
                  initializer((classes, context) -> deployment.install(application, context)),
                  initializer(new HoldfastInitializer()));
      if (application.login() != null) {
        require(application.login(), info);
      }
      deployment.parameters().forEach(info::addInitParameter);
      parameters.forEach(info::addInitParameter);
      application
          .errorPages()
          .forEach((status, page) -> info.addErrorPage(Servlets.errorPage(page, status)));
      return info;
    }

    private static void require(Login login, DeploymentInfo info) {
      info.setIdentityManager(new OneUser());
      info.setLoginConfig(
          new LoginConfig(login.method(), "contract", Login.FORM_PAGE, Login.FORM_PAGE));
      info.addSecurityConstraint(
          new SecurityConstraint()
              .addRoleAllowed(Login.ROLE)
              .addWebResourceCollection(
                  new WebResourceCollection().addUrlPattern(login.urlPattern())));
    }

    private static ServletContainerInitializerInfo initializer(
        ServletContainerInitializer initializer) {
      return new ServletContainerInitializerInfo(
          initializer.getClass(), new ImmediateInstanceFactory<>(initializer), Set.of());
    }

    @Override
    public URI uri() {
      InetSocketAddress address = (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
      return URI.create("http://127.0.0.1:" + address.getPort());
    }

    @Override
    public void stop() {
      for (DeploymentManager manager : managers) {
        try {
          manager.stop();
        } catch (ServletException e) {
          throw new IllegalStateException("Undertow does not stop", e);
        }
        manager.undeploy();
      }
      server.stop();
    }
  }
}
