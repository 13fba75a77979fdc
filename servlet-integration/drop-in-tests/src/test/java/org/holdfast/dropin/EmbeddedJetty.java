// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.eclipse.jetty.ee11.webapp.WebAppContext;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.holdfast.jetty.HoldfastSessionCacheFactory;

/** A Jetty 12.1 with web applications of ee11, their annotations scanned. */
final class EmbeddedJetty implements EmbeddedServer {
  private final Server server = new Server();
  private final ServerConnector connector = new ServerConnector(server);
  private final ContextHandlerCollection contexts = new ContextHandlerCollection();
  private final Path base;

  /** One that knows nothing of Holdfast. */
  EmbeddedJetty(Path base) throws Exception {
    this.base = Files.createDirectories(base);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(contexts);
    server.start();
  }

  /** One that gives all its applications replicated sessions. */
  EmbeddedJetty(Path base, Map<String, String> settings) throws Exception {
    this(base);
    server.addBean(new HoldfastSessionCacheFactory(settings));
  }

  @Override
  public Deployed deploy(String path, Path folder) throws Exception {
    WebAppContext context = new WebAppContext();
    context.setContextPath(path);
    context.setWar(folder.toAbsolutePath().toString());
    context.setTempDirectory(Files.createTempDirectory(base, "deployed").toAbsolutePath().toFile());
    context.setThrowUnavailableOnStartupException(true);
    contexts.addHandler(context);
    context.start();
    return new OfJetty(context);
  }

  private final class OfJetty implements Deployed {
    private final WebAppContext context;

    OfJetty(WebAppContext context) {
      this.context = context;
    }

    @Override
    public ClassLoader loader() {
      return context.getClassLoader();
    }

    @Override
    public void undeploy() throws Exception {
      context.stop();
      contexts.removeHandler(context);
      context.destroy();
    }
  }

  @Override
  public URI uri(String path) {
    return URI.create("http://127.0.0.1:" + connector.getLocalPort() + path);
  }

  @Override
  public void close() throws Exception {
    server.stop();
  }
}
