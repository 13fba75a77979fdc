// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.http.HttpSession;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.Session;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The contract on WebSockets: the handshake is a request of the session, and the socket may use it
 * afterwards.
 */
abstract class WebSocketContract extends ContractTopic {
  private static final String SESSION = "session";
  private static final String SLOW = "slow";

  WebSocketContract(ContainerUnderTest container) {
    super(container);
  }

  @Override
  List<ContractApplication> applications() {
    ContractApplication application = ContractApplication.at("");
    return List.of(
        application
            .page("/count", CommonPages::count)
            .page("/read", CommonPages::read)
            .page(
                "/slow",
                (q, r) -> q.getSession().setAttribute(SLOW, new SlowValue(application.gates())))
            .page("/id", (q, r) -> r.getWriter().print(q.getSession().getId()))
            .listener(new EndpointAtStart()));
  }

  /** A value that, once the handshake has changed it, is written when the test opens a gate. */
  private static final class SlowValue implements Serializable {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Gates gates;
    private boolean isChanged;

    SlowValue(Gates gates) {
      this.gates = gates;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      if (isChanged && gates != null) {
        gates.pass(SLOW);
      }
      out.defaultWriteObject();
    }
  }

  private static final class EndpointAtStart implements ServletContextListener {
    @Override
    public void contextInitialized(ServletContextEvent event) {
      ServletContext context = event.getServletContext();
      ServerContainer container =
          (ServerContainer) context.getAttribute(ServerContainer.class.getName());
      try {
        container.addEndpoint(
            ServerEndpointConfig.Builder.create(Socket.class, "/socket")
                .configurator(new SessionOfHandshake())
                .build());
      } catch (DeploymentException e) {
        throw new IllegalStateException("the endpoint cannot be deployed", e);
      }
    }
  }

  /**
   * A configurator that counts in the session during the handshake, and keeps the session for the
   * endpoint.
   */
  private static final class SessionOfHandshake extends ServerEndpointConfig.Configurator {
    @Override
    public void modifyHandshake(
        ServerEndpointConfig config, HandshakeRequest request, HandshakeResponse response) {
      HttpSession session = (HttpSession) request.getHttpSession();
      if (session != null) {
        CommonPages.increment(session);
        if (session.getAttribute(SLOW) instanceof SlowValue value) {
          value.isChanged = true;
        }
        config.getUserProperties().put(SESSION, session);
      }
    }

    @Override
    public <T> T getEndpointInstance(Class<T> type) {
      return type.cast(new Socket());
    }
  }

  /** An endpoint that answers each message with the attribute named, set first to a value given. */
  public static final class Socket extends Endpoint {
    @Override
    public void onOpen(Session socket, EndpointConfig config) {
      HttpSession session = (HttpSession) config.getUserProperties().get(SESSION);
      socket.addMessageHandler(
          String.class, (MessageHandler.Whole<String>) text -> obey(socket, session, text));
    }

    private static void obey(Session socket, @Nullable HttpSession session, String text) {
      int equals = text.indexOf('=');
      String name = equals < 0 ? text : text.substring(0, equals);
      if (session != null && equals > 0) {
        session.setAttribute(name, text.substring(equals + 1));
      }
      answer(socket, session, name);
    }

    private static void answer(Session socket, @Nullable HttpSession session, String name) {
      try {
        socket
            .getBasicRemote()
            .sendText(session == null ? "no session" : name + "=" + valueOf(session, name));
      } catch (IOException e) {
        throw new UncheckedIOException("the client went away", e);
      }
    }

    private static Object valueOf(HttpSession session, String name) {
      Object value = session.getAttribute(name);
      return value == null ? "none" : value;
    }
  }

  @Test
  void seesTheSessionInItsHandshake_andMayChangeIt() {
    browser.get(a, "/count");

    try (SocketClient socket = SocketClient.open(browser, a, "/socket")) {
      assertThat(socket.ask("count")).isEqualTo("count=2");
    }

    assertThat(browser.get(b, "/read?name=count").body()).isEqualTo("2");
  }

  @Test
  void takesTheSessionToItsNode() {
    browser.get(a, "/count");

    try (SocketClient socket = SocketClient.open(browser, b, "/socket")) {
      assertThat(socket.ask("count")).isEqualTo("count=2");
    }

    assertThat(browser.get(b, "/count").body()).isEqualTo("3");
  }

  @Test
  void hasNoSession_whenTheClientHasNone() {
    try (SocketClient socket = SocketClient.open(new Browser(), a, "/socket")) {
      assertThat(socket.ask("count")).isEqualTo("no session");
    }
  }

  @Test
  void doesNotKeepTheSessionFromMoving_whileItIsOpen() {
    browser.get(a, "/count");

    try (SocketClient socket = SocketClient.open(browser, a, "/socket")) {
      assertThat(socket.ask("count")).isEqualTo("count=2");
      assertThat(browser.get(b, "/count").body()).isEqualTo("3");
      assertThat(browser.get(a, "/count").body()).isEqualTo("4");
    }
  }

  @Test
  void mayChangeTheSession_andTheNextRequestReplicatesThat() {
    browser.get(a, "/count");

    try (SocketClient socket = SocketClient.open(browser, a, "/socket")) {
      assertThat(socket.ask("cart=tea")).isEqualTo("cart=tea");
      assertThat(browser.get(a, "/read?name=cart").body()).isEqualTo("tea");
      a.kill();
    }

    assertThat(browser.get(b, "/read?name=cart").body()).isEqualTo("tea");
  }

  /** Lets the handshake's change be written, and sent, only when the test says so. */
  @Test
  void tellsNothing_thatIsNotOnTheOtherNode() {
    browser.get(a, "/count");
    browser.get(a, "/slow");

    CompletableFuture<SocketClient> handshake = SocketClient.begin(browser, a, "/socket");
    awaitReached(a, SLOW);
    awaitBriefly(handshake);
    assertThat(handshake).isNotDone();
    open(a, SLOW);
    SocketClient socket = handshake.join();
    a.kill();
    socket.close();

    assertThat(browser.get(b, "/read?name=count").body()).isEqualTo("2");
  }
}
