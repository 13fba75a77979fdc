// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.NodeSpec;
import org.holdfast.contract.RunningNode;

/** Embedded Tomcat with the filter, for pages without logins, error pages and WebSockets. */
final class TomcatUnderTest implements ContainerUnderTest {
  /** Tomcat logs each exception that a test provokes; kept, or its level would be forgotten. */
  private static final Logger TOMCAT_LOG = Logger.getLogger("org.apache");

  static {
    TOMCAT_LOG.setLevel(Level.OFF);
  }

  private final Map<String, String> parameters;

  TomcatUnderTest() {
    this(Map.of());
  }

  /**
   * @param parameters of the context, in the place of those that the contract has
   */
  TomcatUnderTest(Map<String, String> parameters) {
    this.parameters = parameters;
  }

  @Override
  public RunningNode start(NodeSpec spec) {
    return new Node(spec, parameters);
  }

  private static final class Node extends FilteredNode {
    private final Tomcat tomcat = new Tomcat();

    Node(NodeSpec spec, Map<String, String> parameters) {
      super(spec);
      tomcat.setBaseDir(spec.directory().toString());
      Connector connector = new Connector();
      connector.setPort(0);
      connector.setProperty("address", "127.0.0.1");
      connector.addUpgradeProtocol(new Http2Protocol());
      tomcat.setConnector(connector);
      // Else several at once register under the same names.
      tomcat.getEngine().setName(spec.cluster() + "-" + spec.name());
      spec.applications().forEach(application -> deploy(application, parameters));
      try {
        tomcat.start();
      } catch (LifecycleException e) {
        throw new IllegalStateException("Tomcat does not start", e);
      }
    }

    private void deploy(ContractApplication application, Map<String, String> parameters) {
      Context context =
          tomcat.addContext(
              application.contextPath(),
              deployment.folderOf(application).toAbsolutePath().toString());
      // Tomcat's own wait for servlets would hide, for 2 s, that nobody waits for requests.
      ((StandardContext) context).setUnloadDelay(20);
      Map<String, String> all = deployment.parameters();
      all.putAll(parameters);
      all.forEach(context::addParameter);
      context.addServletContainerInitializer(
          (classes, servletContext) -> deployment.install(application, servletContext), Set.of());
      context.addServletContainerInitializer(new HoldfastInitializer(), Set.of());
    }

    @Override
    public URI uri() {
      return URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort());
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
