// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.apache.catalina.authenticator.SingleSignOn;
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
 * The value of Tomcat's single sign-on in a cluster: it knows on each node the logins of that node
 * alone, while sessions bring theirs along.
 */
class SingleSignOnIT {
  private static final String ASKED = "Who are you?";

  private final HttpClient client =
      HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
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

  private static RunningNode start(Path directory, int index, List<Integer> ports) {
    return new TomcatUnderTest(host -> host.getPipeline().addValve(new SingleSignOn()))
        .start(
            new NodeSpec(
                "sso-" + ports.get(0),
                "node-" + (index + 1),
                ports.get(index),
                ports.stream().map(port -> "127.0.0.1:" + port).toList(),
                directory,
                List.of(application("/one"), application("/two"))));
  }

  private static ContractApplication application(String path) {
    return ContractApplication.at(path)
        .login(new Login("FORM", "/private/*"))
        .page(Login.FORM_PAGE, (q, r) -> r.getWriter().print(ASKED))
        .page("/private/who", (q, r) -> r.getWriter().print(q.getRemoteUser()))
        .page("/logout", (q, r) -> q.logout());
  }

  @AfterEach
  void stop() {
    b.stop();
    if (!killed) {
      a.stop();
    }
  }

  private String get(RunningNode node, String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(node.uri() + path)).build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  private void logIn(RunningNode node, String application)
      throws IOException, InterruptedException {
    assertThat(get(node, application + "/private/who")).isEqualTo(ASKED);
    HttpRequest form =
        HttpRequest.newBuilder(URI.create(node.uri() + application + "/j_security_check"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(
                BodyPublishers.ofString(
                    "j_username=" + Login.USER + "&j_password=" + Login.PASSWORD))
            .build();
    assertThat(client.send(form, BodyHandlers.ofString()).statusCode()).isBetween(302, 303);
    assertThat(get(node, application + "/private/who")).isEqualTo(Login.USER);
  }

  @Test
  void countsInTheOtherApplication_onTheNodeOfTheLogin() throws Exception {
    logIn(a, "/one");

    assertThat(get(a, "/two/private/who")).isEqualTo(Login.USER);
  }

  @Test
  void isThatOfOneApplication_onceAnotherNodeServesIt() throws Exception {
    logIn(a, "/one");
    assertThat(get(a, "/two/private/who")).isEqualTo(Login.USER);
    killed = true;
    a.kill();

    assertThat(get(b, "/one/private/who")).isEqualTo(Login.USER);
    assertThat(get(b, "/two/private/who")).isEqualTo(ASKED);
  }

  @Test
  void endsInAllApplications_whenTheUserLogsOutOnAnotherNode() throws Exception {
    logIn(a, "/one");
    assertThat(get(a, "/two/private/who")).isEqualTo(Login.USER);
    get(b, "/one/logout");

    assertThat(get(a, "/one/private/who")).isEqualTo(ASKED);
    assertThat(get(a, "/two/private/who")).isEqualTo(ASKED);
  }
}
