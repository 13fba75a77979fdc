// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.holdfast.contract.Ports;

/**
 * An embedded Tomcat on a free port of 127.0.0.1, whose web application has replicated sessions.
 */
final class TomcatNode implements AutoCloseable {
  /**
   * Tomcat logs each exception that a test's page throws; kept, or its level would be forgotten.
   */
  private static final Logger TOMCAT_LOG = Logger.getLogger("org.apache");

  static {
    TOMCAT_LOG.setLevel(Level.OFF);
  }

  private final Tomcat tomcat = new Tomcat();
  private final Context context;
  private final HoldfastManager manager;

  private TomcatNode(Builder cluster, int index, Application application, HoldfastManager manager) {
    tomcat.setBaseDir(cluster.directory.toString());
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    connector.addUpgradeProtocol(new Http2Protocol());
    tomcat.setConnector(connector);
    tomcat.getEngine().setJvmRoute("node-" + (index + 1));
    this.manager = manager;
    context = deploy("", application, cluster, index, manager);
  }

  private Context deploy(
      String path, Application application, Builder cluster, int index, HoldfastManager toSet) {
    Context deployed = application.deploy(tomcat, path);
    toSet.set("cluster", cluster.name);
    toSet.set("membershipPort", Integer.toString(cluster.ports.get(index)));
    toSet.set("discovery", "static:" + String.join(",", cluster.addresses()));
    toSet.set("handOverTimeoutMillis", "300");
    // The results of protection, search and join must not depend on how busy the machine is. After
    // a kill nobody waits all the same, as its connections break.
    toSet.set("ackTimeoutMillis", "5000");
    toSet.set("silenceTimeoutMillis", "3000");
    toSet.set("acquireTimeoutMillis", "10000");
    toSet.set("joinTimeoutMillis", "10000");
    toSet.set("exposeProtection", "true");
    cluster.customizer.accept(toSet);
    deployed.setManager(toSet);
    return deployed;
  }

  static Builder cluster(int nodes) {
    return new Builder(nodes);
  }

  static final class Builder {
    private final String name = "test-" + UUID.randomUUID().toString().substring(0, 8);
    private final List<Integer> ports;
    private final Path directory;
    private Consumer<HoldfastManager> customizer = manager -> {};

    private Builder(int nodes) {
      try {
        directory =
            Files.createTempDirectory(Files.createDirectories(Path.of("target", "tomcat")), "base");
        ports = Ports.take(nodes);
      } catch (IOException e) {
        throw new IllegalStateException("no temporary directory", e);
      }
    }

    Builder with(Consumer<HoldfastManager> settings) {
      customizer = customizer.andThen(settings);
      return this;
    }

    private List<String> addresses() {
      return ports.stream().map(port -> "127.0.0.1:" + port).toList();
    }

    TomcatNode start(int index, Application application) {
      return start(index, application, new HoldfastManager());
    }

    TomcatNode start(int index, Application application, HoldfastManager manager) {
      TomcatNode node = new TomcatNode(this, index, application, manager);
      return node.started();
    }

    /** A second web application beside the one at the root. */
    TomcatNode start(int index, Application application, String otherPath, Application other) {
      TomcatNode node = new TomcatNode(this, index, application, new HoldfastManager());
      node.deploy(otherPath, other, this, index, new HoldfastManager());
      return node.started();
    }
  }

  private TomcatNode started() {
    try {
      tomcat.start();
    } catch (LifecycleException e) {
      throw new IllegalStateException("Tomcat does not start", e);
    }
    return this;
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + path);
  }

  String route() {
    return tomcat.getEngine().getJvmRoute();
  }

  Context context() {
    return context;
  }

  HoldfastManager manager() {
    return manager;
  }

  @Override
  public void close() {
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (LifecycleException e) {
      throw new IllegalStateException("Tomcat does not stop", e);
    }
  }
}
