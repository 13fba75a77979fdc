// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.holdfast.contract.Ports;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A developer deploys a web application again and again on one of two servers. */
class RedeployIT {
  private static final int TIMES = 10;
  private static final Duration SOON = Duration.ofSeconds(30);

  /** Threads of the JDK that anything may start, and that stay, and of the test. */
  private static final Pattern OF_THE_JDK =
      Pattern.compile(
          "(awaitility-thread|process reaper|Attach"
              + " Listener|HttpClient-|ForkJoinPool|Common-Cleaner).*");

  private final List<Integer> ports = Ports.take(2);
  private final List<Node> nodes = new ArrayList<>();
  private final HttpClient user =
      HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

  @AfterEach
  void stop() throws Exception {
    for (Node node : nodes) {
      node.server.stop();
    }
    nodes.clear();
  }

  @Test
  void keepsSessionsAndLeavesNothingBehind_whenDoneTenTimes() throws Exception {
    Set<String> threadsBefore = threads();
    Node stays = new Node("node-1", ports.get(0));
    Node changes = new Node("node-2", ports.get(1));
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    loaders.add(stays.deploy());
    loaders.add(changes.deploy());
    await().atMost(SOON).until(() -> isProtected(get(changes, "")));

    for (int i = 1; i <= TIMES; i++) {
      assertThat(get(changes, "?item=" + i).body()).endsWith("item " + i + "] of one loader: true");
      changes.undeploy();
      assertThat(runningIn(loaders.get(loaders.size() - 1)))
          .as("threads of the stopped application")
          .isEmpty();
      loaders.add(changes.deploy());
    }

    assertThat(get(changes, "").body())
        .startsWith("[item 1, item 2, ")
        .endsWith("item " + TIMES + "] of one loader: true");
    // The last one is not free before the server has stopped: its connection seems to keep it.
    awaitFree(loaders.subList(1, TIMES));
    changes.undeploy();
    stays.undeploy();
    stop();
    awaitFree(loaders);
    await().atMost(SOON).untilAsserted(() -> assertThat(threads()).isSubsetOf(threadsBefore));
  }

  private static void awaitFree(List<WeakReference<ClassLoader>> loaders) {
    await()
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(() -> assertThat(alive(loaders)).isEmpty());
  }

  private HttpResponse<String> get(Node node, String query)
      throws IOException, InterruptedException {
    URI uri =
        URI.create("http://127.0.0.1:" + node.connector.getLocalPort() + "/shop/cart" + query);
    return user.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private static boolean isProtected(HttpResponse<String> response) {
    return response.headers().firstValue("X-Holdfast-Protected").orElse("").equals("true");
  }

  private static List<String> alive(List<WeakReference<ClassLoader>> loaders) {
    System.gc();
    return loaders.stream()
        .map(WeakReference::get)
        .filter(loader -> loader != null)
        .map(ClassLoader::getName)
        .toList();
  }

  private static List<String> runningIn(WeakReference<ClassLoader> loader) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getContextClassLoader() != null)
        .filter(thread -> thread.getContextClassLoader() == loader.get())
        .map(Thread::getName)
        .toList();
  }

  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> !OF_THE_JDK.matcher(name).matches())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A server with at most one application. */
  private final class Node {
    private final String name;
    private final int membershipPort;
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final ContextHandlerCollection applications = new ContextHandlerCollection();
    private int deployments;

    Node(String name, int membershipPort) throws Exception {
      this.name = name;
      this.membershipPort = membershipPort;
      connector.setHost("127.0.0.1");
      server.addConnector(connector);
      server.setHandler(applications);
      server.start();
      nodes.add(this);
    }

    WeakReference<ClassLoader> deploy() throws Exception {
      ServletContextHandler application =
          new ServletContextHandler("/shop", ServletContextHandler.SESSIONS);
      ClassLoader loader = new ApplicationLoader(name + ", deployment " + ++deployments);
      application.setClassLoader(loader);
      application.addServlet(new ServletHolder(new CartServlet()), "/");
      HoldfastJetty.install(
          application,
          Map.of(
              "cluster",
              "redeployed",
              "memberName",
              name,
              "membershipPort",
              Integer.toString(membershipPort),
              "discovery",
              "static:127.0.0.1:" + ports.get(0) + ",127.0.0.1:" + ports.get(1),
              "exposeProtection",
              "true"));
      applications.addHandler(application);
      application.start();
      return new WeakReference<>(loader);
    }

    void undeploy() throws Exception {
      ServletContextHandler application = (ServletContextHandler) applications.getHandlers().get(0);
      application.stop();
      applications.removeHandler(application);
      application.destroy();
    }
  }

  /**
   * The classes that a jar of the application would bring: each deployment has a class of its own.
   */
  public static final class Item implements Serializable {
    private static final long serialVersionUID = 1L;
    private final String name;

    public Item(String name) {
      this.name = name;
    }

    @Override
    public String toString() {
      return "item " + name;
    }
  }

  private static final class ApplicationLoader extends ClassLoader {
    ApplicationLoader(String name) {
      super(name, RedeployIT.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(Item.class.getName())) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? define(name) : loaded;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  /** Adds what the client names, and says what is there. */
  private static final class CartServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      @SuppressWarnings("unchecked")
      List<Object> cart = (List<Object>) request.getSession().getAttribute("cart");
      if (cart == null) {
        cart = new ArrayList<>();
      }
      String item = request.getParameter("item");
      if (item != null) {
        try {
          cart.add(
              loader
                  .loadClass(Item.class.getName())
                  .getDeclaredConstructor(String.class)
                  .newInstance(item));
        } catch (ReflectiveOperationException e) {
          throw new ServletException("no item can be made", e);
        }
      }
      request.getSession().setAttribute("cart", cart);
      boolean ours = cart.stream().allMatch(each -> each.getClass().getClassLoader() == loader);
      response.getWriter().print(cart + " of one loader: " + ours);
    }
  }
}
