// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.Cluster;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.core.ThreadLocalLeakPreventionListener;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.scan.StandardJarScanner;

/** A Tomcat. */
final class EmbeddedTomcat implements EmbeddedServer {
  private final Tomcat tomcat = new Tomcat();
  private boolean searchesClassPath;

  EmbeddedTomcat(Path base, String name) throws IOException, LifecycleException {
    Files.createDirectories(base.resolve("webapps"));
    tomcat.setBaseDir(base.toString());
    tomcat.setAddDefaultWebXmlToWebapp(false);
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    tomcat.setConnector(connector);
    tomcat.getEngine().setJvmRoute(name);
    // As in the server.xml of a stock Tomcat.
    tomcat.getServer().addLifecycleListener(new ThreadLocalLeakPreventionListener());
    StandardHost host = (StandardHost) tomcat.getHost();
    host.setUnpackWARs(false);
    host.setAutoDeploy(false);
    tomcat.start();
  }

  /** Has the applications that are deployed from now on search the class path, as by default. */
  void searchClassPath() {
    searchesClassPath = true;
  }

  /** For the applications that are deployed from now on, as by a {@code <Cluster>}. */
  void setCluster(Cluster cluster) {
    tomcat.getEngine().setCluster(cluster);
  }

  /** With its {@code META-INF/context.xml} if it has one. */
  @Override
  public Deployed deploy(String path, Path folder) throws IOException {
    return deploy(path, "", folder);
  }

  /** Starts one version of an application; the newest gets new users. */
  Deployed deploy(String path, String version, Path folder) throws IOException {
    Context context = new org.apache.catalina.core.StandardContext();
    context.setPath(path);
    context.setName(version.isEmpty() ? path : path + "##" + version);
    context.setWebappVersion(version);
    context.setDocBase(folder.toAbsolutePath().toString());
    Path contextXml = folder.resolve("META-INF/context.xml");
    if (Files.exists(contextXml)) {
      context.setConfigFile(contextXml.toUri().toURL());
    }
    // A stock Tomcat has nothing there; here it would read each class of the tests' libraries.
    ((StandardJarScanner) context.getJarScanner()).setScanClassPath(searchesClassPath);
    org.apache.catalina.startup.ContextConfig config =
        new org.apache.catalina.startup.ContextConfig();
    config.setDefaultWebXml(tomcat.noDefaultWebXmlPath());
    context.addLifecycleListener(config);
    tomcat.getHost().addChild(context);
    if (!context.getState().isAvailable()) {
      throw new IllegalStateException(path + " did not start: " + context.getStateName());
    }
    return new OfTomcat(context);
  }

  private final class OfTomcat implements Deployed {
    private final Context context;

    OfTomcat(Context context) {
      this.context = context;
    }

    @Override
    public ClassLoader loader() {
      return context.getLoader().getClassLoader();
    }

    @Override
    public void undeploy() {
      tomcat.getHost().removeChild(context);
    }
  }

  @Override
  public URI uri(String path) {
    return URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + path);
  }

  @Override
  public void close() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
  }
}
