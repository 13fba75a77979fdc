// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.Login;
import org.holdfast.contract.NodeSpec;
import org.holdfast.contract.Ports;
import org.holdfast.contract.RunningNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An authenticator sends its login page by the bare response and closes that: the page shall not
 * reach the browser before the session that remembers where the user wanted to go has been
 * replicated.
 *
 * <p>The contract lets a client race for that, in every container. Here nothing is left to chance:
 * the request of the page is held up once the page is out, and its node killed.
 */
class LoginPageIT {
  private static final String SLOW = "slow";

  private final HttpClient client = HttpClient.newHttpClient();
  private final CountDownLatch pageIsOut = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private RunningNode a;
  private RunningNode b;
  private boolean killed;

  @BeforeEach
  void start(@TempDir Path directory) {
    List<Integer> ports = Ports.take(2);
    a = start(directory, 0, ports);
    b = start(directory, 1, ports);
    await().until(() -> a.knownNodes() == 2 && b.knownNodes() == 2);
  }

  private RunningNode start(Path directory, int index, List<Integer> ports) {
    return new TomcatUnderTest()
        .start(
            new NodeSpec(
                "login-" + ports.get(0),
                "node-" + (index + 1),
                ports.get(index),
                ports.stream().map(port -> "127.0.0.1:" + port).toList(),
                directory,
                List.of(application())));
  }

  @AfterEach
  void stop() {
    goOn.countDown();
    b.stop();
    if (!killed) {
      a.stop();
    }
  }

  private ContractApplication application() {
    return ContractApplication.at("")
        .login(new Login("FORM", "/private/*"))
        .page(Login.FORM_PAGE, (q, r) -> r.getWriter().print("Who are you?"))
        .page("/private/who", (q, r) -> r.getWriter().print(q.getUserPrincipal().getName()))
        .listener(
            new ServletRequestListener() {
              @Override
              public void requestDestroyed(ServletRequestEvent event) {
                // Called when the page has been forwarded to, and so is closed.
                if (event.getServletRequest() instanceof HttpServletRequest request
                    && SLOW.equals(request.getQueryString())) {
                  waitUntilTheTestGoesOn();
                }
              }
            });
  }

  private void waitUntilTheTestGoesOn() {
    pageIsOut.countDown();
    try {
      assertThat(goOn.await(20, SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpResponse<String> send(RunningNode node, String path, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    URI uri = URI.create(node.uri() + path);
    return client.send(request.uri(uri).build(), BodyHandlers.ofString(UTF_8));
  }

  @Test
  void isSentOnlyWithItsSessionOnTheOtherNode() throws Exception {
    HttpResponse<String> page = send(a, "/private/who?" + SLOW, HttpRequest.newBuilder());
    assertThat(page.body()).isEqualTo("Who are you?");
    String cookie = page.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
    assertThat(pageIsOut.await(10, SECONDS)).isTrue();
    killed = true;
    a.kill();

    HttpResponse<String> login =
        send(
            b,
            "/j_security_check",
            HttpRequest.newBuilder()
                .header("Cookie", cookie)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(
                    BodyPublishers.ofString(
                        "j_username=" + Login.USER + "&j_password=" + Login.PASSWORD)));

    assertThat(login.statusCode()).as(login.body()).isBetween(302, 303);
    assertThat(login.headers().firstValue("Location"))
        .hasValueSatisfying(location -> assertThat(location).contains("/private/who"));
  }
}
