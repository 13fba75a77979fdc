// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.StaticHttpHandler;
import org.glassfish.grizzly.servlet.WebappContext;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.Exemption;
import org.holdfast.contract.NodeSpec;
import org.holdfast.contract.RunningNode;

/**
 * Grizzly's own servlet server with the filter, as the contract wants it. It knows no initializers,
 * so that they are called as its users would.
 */
final class GrizzlyUnderTest implements ContainerUnderTest {
  @Override
  public RunningNode start(NodeSpec spec) {
    return new Node(spec);
  }

  @Override
  public List<Exemption> exemptions() {
    return FilterExemptions.ofGrizzly();
  }

  private static final class Node extends FilteredNode {
    private final HttpServer server = new HttpServer();
    private final NetworkListener listener = new NetworkListener("contract", "127.0.0.1", 0);
    private final List<WebappContext> contexts = new ArrayList<>();

    Node(NodeSpec spec) {
      super(spec);
      listener
          .getTransport()
          .setWorkerThreadPoolConfig(
              ThreadPoolConfig.defaultConfig().setCorePoolSize(40).setMaxPoolSize(40));
      server.addListener(listener);
      // The only handler of a server is not asked for its default servlet.
      server
          .getServerConfiguration()
          .addHttpHandler(new StaticHttpHandler(Set.of()), "/not-the-only-handler");
      try {
        for (ContractApplication application : spec.applications()) {
          deploy(application);
        }
        server.start();
      } catch (IOException | ServletException e) {
        throw new IllegalStateException("Grizzly does not start", e);
      }
    }

    private void deploy(ContractApplication application) throws ServletException {
      WebappContext context =
          new WebappContext(
              "app" + application.contextPath(),
              application.contextPath(),
              deployment.folderOf(application).toString());
      // The context takes its own from here when it is deployed.
      server.getServerConfiguration().setSessionTimeoutSeconds(application.sessionTimeoutSeconds());
      deployment.parameters().forEach(context::addContextInitParameter);
      deployment.install(application, context);
      new HoldfastInitializer().onStartup(Set.of(), context);
      context.deploy(server);
      contexts.add(context);
    }

    @Override
    public URI uri() {
      return URI.create("http://127.0.0.1:" + listener.getPort());
    }

    @Override
    public void stop() {
      contexts.forEach(WebappContext::undeploy);
      server.shutdownNow();
    }
  }
}
