// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.catalina.Context;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.session.ManagerBase;
import org.apache.catalina.session.StandardManager;
import org.apache.catalina.startup.ContextConfig;
import org.apache.catalina.startup.Tomcat;
import org.awaitility.Awaitility;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.tomcat.HoldfastManager;
import org.jboss.arquillian.container.spi.client.container.ContainerConfiguration;
import org.jboss.arquillian.container.spi.client.container.DeployableContainer;
import org.jboss.arquillian.container.spi.client.container.DeploymentException;
import org.jboss.arquillian.container.spi.client.container.LifecycleException;
import org.jboss.arquillian.container.spi.client.protocol.ProtocolDescription;
import org.jboss.arquillian.container.spi.client.protocol.metadata.HTTPContext;
import org.jboss.arquillian.container.spi.client.protocol.metadata.ProtocolMetaData;
import org.jboss.arquillian.container.spi.client.protocol.metadata.Servlet;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.descriptor.api.Descriptor;

/**
 * A Tomcat in this process, which the TCK's applications are deployed to; with {@code
 * -Dtck.manager=holdfast} their sessions are those of {@link HoldfastManager}, and with {@code
 * holdfast-pair} they are replicated to a {@link BusyPeer}.
 */
public final class EmbeddedTomcat implements DeployableContainer<EmbeddedTomcat.Settings> {
  /** There are none. */
  public static final class Settings implements ContainerConfiguration {
    @Override
    public void validate() {}
  }

  static final int FIRST_PORT = 29_471;
  static final int SECOND_PORT = 29_472;

  private static final Duration JOIN_WAIT = Duration.ofSeconds(30);

  private final Tomcat tomcat = new Tomcat();
  private final Map<String, Context> deployed = new ConcurrentHashMap<>();
  private Path work;

  @Override
  public Class<Settings> getConfigurationClass() {
    return Settings.class;
  }

  @Override
  public void setup(Settings ignored) {
    try {
      work =
          Files.createTempDirectory(
              Files.createDirectories(Path.of("target", "tck").toAbsolutePath()), "run");
      Files.createDirectories(work.resolve("webapps"));
    } catch (IOException e) {
      throw new IllegalStateException("no directory below target", e);
    }
    tomcat.setBaseDir(work.toString());
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    tomcat.setConnector(connector);
    tomcat.getHost().setAutoDeploy(false);
    tomcat.getEngine().setBackgroundProcessorDelay(1);
    user("j2ee", "Administrator", "Employee");
    user("javajoe", "VP", "Manager");
  }

  private void user(String name, String... roles) {
    tomcat.addUser(name, name);
    for (String role : roles) {
      tomcat.addRole(name, role);
    }
  }

  @Override
  public void start() throws LifecycleException {
    try {
      tomcat.start();
    } catch (org.apache.catalina.LifecycleException e) {
      throw new LifecycleException("Tomcat does not start", e);
    }
    if (inAPair()) {
      joinThePeer();
    }
  }

  /** An application that stays: with the last one that Holdfast serves, its node would leave. */
  private void joinThePeer() {
    Context stays = tomcat.addContext("/stays", work.toString());
    HoldfastManager manager = manager("node-1", FIRST_PORT);
    stays.setManager(manager);
    Awaitility.await()
        .atMost(JOIN_WAIT)
        .until(
            () -> {
              ReplicationNode node = manager.replicationNode();
              return node != null && node.view().members().size() == 2;
            });
  }

  @Override
  public void stop() throws LifecycleException {
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (org.apache.catalina.LifecycleException e) {
      throw new LifecycleException("Tomcat does not stop", e);
    }
  }

  @Override
  public ProtocolDescription getDefaultProtocol() {
    return new ProtocolDescription("Servlet 6.0");
  }

  @Override
  public ProtocolMetaData deploy(Archive<?> archive) throws DeploymentException {
    String name = archive.getName().replaceAll("\\.war$", "");
    // As a file: an exploded archive would have directories in the place of the jars in
    // WEB-INF/lib.
    Path war = work.resolve(name + ".war");
    archive.as(ZipExporter.class).exportTo(war.toFile(), true);
    Context context;
    try {
      context = tomcat.addWebapp(tomcat.getHost(), "/" + name, war.toString(), new Configured());
    } catch (RuntimeException e) {
      throw new DeploymentException("not deployed: " + name, e);
    }
    if (!context.getState().isAvailable()) {
      tomcat.getHost().removeChild(context);
      throw new DeploymentException("does not start: " + name);
    }
    deployed.put(archive.getName(), context);
    HTTPContext http = new HTTPContext("127.0.0.1", tomcat.getConnector().getLocalPort());
    http.add(new Servlet("default", "/" + name));
    return new ProtocolMetaData().addContext(http);
  }

  /** Configures a context by its {@code web.xml}, and what else the TCK wants. */
  private static final class Configured extends ContextConfig {
    @Override
    public void lifecycleEvent(LifecycleEvent event) {
      if (event.getType().equals(Lifecycle.AFTER_INIT_EVENT)) {
        Context context = (Context) event.getLifecycle();
        context.setCrossContext(true);
        ManagerBase manager =
            withHoldfast() ? manager("node-1", FIRST_PORT) : new StandardManager();
        // As the specification has it; by default Tomcat counts from the end of a request, which
        // comes after its client has the answer.
        manager.setSessionLastAccessAtStart(true);
        context.setManager(manager);
      }
      super.lifecycleEvent(event);
    }
  }

  private static boolean withHoldfast() {
    return System.getProperty("tck.manager", "").startsWith("holdfast");
  }

  private static boolean inAPair() {
    return "holdfast-pair".equals(System.getProperty("tck.manager"));
  }

  /**
   * Returns the manager of a node in the cluster of the test.
   *
   * @param port the node's port for the membership
   */
  static HoldfastManager manager(String name, int port) {
    HoldfastManager manager = new HoldfastManager();
    manager.setProperty("cluster", "tck");
    manager.setProperty("memberName", name);
    manager.setProperty("membershipPort", Integer.toString(port));
    manager.setProperty(
        "discovery",
        "static:127.0.0.1:"
            + FIRST_PORT
            + (inAPair() || port == SECOND_PORT ? ",127.0.0.1:" + SECOND_PORT : ""));
    manager.setProperty("joinTimeoutMillis", "100");
    manager.setProperty("allowedClasses", "servlet.tck.**");
    return manager;
  }

  @Override
  public void undeploy(Archive<?> archive) {
    Context context = deployed.remove(archive.getName());
    if (context != null) {
      tomcat.getHost().removeChild(context);
    }
  }

  @Deprecated
  @Override
  public void deploy(Descriptor descriptor) {
    throw new UnsupportedOperationException("no descriptors are deployed");
  }

  @Deprecated
  @Override
  public void undeploy(Descriptor descriptor) {
    throw new UnsupportedOperationException("no descriptors are deployed");
  }
}
