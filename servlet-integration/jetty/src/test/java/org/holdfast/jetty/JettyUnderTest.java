// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.security.Credential;
import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.Exemption;
import org.holdfast.contract.Login;
import org.holdfast.contract.NodeSpec;
import org.holdfast.contract.RunningNode;
import org.holdfast.replication.node.ReplicationNode;

/** Embedded Jetty with Holdfast's sessions, as the contract wants it. */
final class JettyUnderTest implements ContainerUnderTest {
  /** An environment of Jetty: its context for an application, not yet started. */
  interface Environment {
    /**
     * @param users for the login of the application, if it wants one
     */
    ContextHandler contextOf(ContractApplication application, HashLoginService users);

    default List<Exemption> exemptions() {
      return JettyExemptions.ALL;
    }
  }

  private final Environment environment;

  JettyUnderTest(Environment environment) {
    this.environment = environment;
  }

  @Override
  public RunningNode start(NodeSpec spec) {
    return new Node(spec, environment);
  }

  @Override
  public List<Exemption> exemptions() {
    return environment.exemptions();
  }

  /** Asks Jetty: 12.0 wants {@code true}, 12.1 takes an empty value, too. */
  @Override
  public boolean isPartitionedBy(String value) {
    return HttpCookie.from("name", "value", Map.of("Partitioned", value)).isPartitioned();
  }

  private static final class Node implements RunningNode {
    private final Server server = new Server();
    private final HttpConfiguration http = new HttpConfiguration();
    private final ServerConnector connector =
        new ServerConnector(
            server, new HttpConnectionFactory(http), new HTTP2CServerConnectionFactory(http));
    private final List<ContextHandler> contexts = new ArrayList<>();
    private final List<ContractApplication> applications;

    Node(NodeSpec spec, Environment environment) {
      applications = spec.applications();
      connector.setHost("127.0.0.1");
      server.addConnector(connector);
      ContextHandlerCollection collection = new ContextHandlerCollection();
      for (ContractApplication application : applications) {
        ContextHandler context = environment.contextOf(application, users());
        context.setContextPath(
            application.contextPath().isEmpty() ? "/" : application.contextPath());
        context.setBaseResourceAsPath(folderOf(application, spec));
        context.setCrossContextDispatchSupported(application.isCrossContext());
        HoldfastJetty.install(context, spec.settings());
        contexts.add(context);
        collection.addHandler(context);
      }
      server.setHandler(collection);
      try {
        server.start();
      } catch (Exception e) {
        throw new IllegalStateException("Jetty does not start", e);
      }
    }

    private static HashLoginService users() {
      UserStore users = new UserStore();
      users.addUser(
          Login.USER, Credential.getCredential(Login.PASSWORD), new String[] {Login.ROLE});
      HashLoginService service = new HashLoginService("contract");
      service.setUserStore(users);
      return service;
    }

    /** A folder with a {@code web.xml} that is distributable as the application wants it. */
    private static Path folderOf(ContractApplication application, NodeSpec spec) {
      try {
        Path folder = spec.directory().resolve("app" + application.contextPath().replace('/', '-'));
        Path webInf = Files.createDirectories(folder.resolve("WEB-INF"));
        Files.writeString(
            webInf.resolve("web.xml"),
            "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.0\">"
                + (application.isDistributable() ? "<distributable/>" : "")
                + "</web-app>");
        return folder;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public URI uri() {
      return URI.create("http://127.0.0.1:" + connector.getLocalPort());
    }

    @Override
    public int knownNodes() {
      ReplicationNode node = HoldfastJetty.replicationNode(contexts.get(0));
      return node == null || !node.isSettled() ? 0 : node.view().members().size();
    }

    @Override
    public long attributeBytes() {
      ReplicationNode node = HoldfastJetty.replicationNode(contexts.get(0));
      return node.attributeTraffic().get(0).snapshot().bytes();
    }

    @Override
    public void kill() {
      for (ContextHandler context : contexts) {
        ReplicationNode node = HoldfastJetty.replicationNode(context);
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
        server.stop();
      } catch (Exception e) {
        throw new IllegalStateException("Jetty does not stop", e);
      }
    }
  }
}
