// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Two nodes; users are sent to the first, which is killed. The second has to go on with their
 * sessions, without anything in the application that would help.
 */
class TakeoverIT {
  private static final String WEB_SERVER = System.getProperty("web-server", "tomcat");

  private static ConfigurableApplicationContext survivor;
  private static int node2;
  private static String healthBefore;
  private static String reportBefore;

  private static final ShopUser customer = new ShopUser();
  private static final ShopUser shopper = new ShopUser();
  private static final ShopUser writer = new ShopUser();
  private static final ShopUser visitor = new ShopUser();
  private static String customerAtFirst;
  private static String tokenOfWriter;
  private static String kept;

  @BeforeAll
  static void killTheNodeOfAllUsers() {
    ShopCluster cluster = new ShopCluster();
    try (ShopProcess first = ShopProcess.start(cluster.args("node-1"))) {
      survivor = ShopApplication.start(cluster.args("node-2").toArray(String[]::new));
      int node1 = first.port();
      node2 = ShopApplication.port(survivor);
      ShopCluster.awaitMembers(2, node1, node2);

      customer.logIn(node1);
      customerAtFirst = customer.sessionId();
      shopper.logIn(node1);
      String token = shopper.get(node1, "/token").body();
      shopper.post(node1, "/basket", "item=apple", token);
      shopper.post(node1, "/basket", "item=pear", token);
      writer.logIn(node1);
      writer.get(node1, "/note?text=one");
      writer.get(node1, "/note?text=two");
      tokenOfWriter = writer.get(node1, "/token").body();
      kept = writer.get(node1, "/thread").body();
      visitor.get(node1, "/basket");
      healthBefore = visitor.get(node1, "/actuator/health/holdfast").body();
      reportBefore = visitor.get(node1, "/actuator/holdfast").body();

      first.kill();
    }
  }

  @AfterAll
  static void stop() {
    if (survivor != null) {
      survivor.close();
    }
  }

  @Test
  void keepsAUserLoggedIn_whenTheNodeOfTheLoginDied() {
    HttpResponse<String> answer = customer.get(node2, "/whoami");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("anna");
  }

  @Test
  void acceptsAFormThatTheDeadNodeGaveOut_byItsCsrfToken() {
    HttpResponse<String> answer = writer.post(node2, "/basket", "item=plum", tokenOfWriter);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("plum");
  }

  @Test
  void keepsAnAttributeThatWasChanged_withoutBeingSetAgain() {
    assertThat(writer.get(node2, "/note?text=three").body()).isEqualTo("one,two,three");
  }

  @Test
  void keepsWhatASessionBeanWasChangedTo_thoughTheApplicationSetsNoAttribute() {
    assertThat(shopper.get(node2, "/basket").body()).isEqualTo("apple,pear");
  }

  @Test
  void leadsAUserToThePageThatTheDeadNodeWasAskedFor_afterTheLogin() {
    HttpResponse<String> answer = visitor.logIn(node2);

    assertThat(answer.statusCode()).isEqualTo(302);
    assertThat(answer.headers().firstValue("Location").orElseThrow()).contains("/basket");
  }

  @Test
  void acceptsAnAttributeThatCannotBeReplicated_whateverTheWebServer() {
    assertThat(kept).isEqualTo("true");
  }

  @Test
  void namesTheNodeBehindTheId_forStickyBalancers() {
    assertThat(customerAtFirst).endsWith(".node-1");
  }

  @Test
  void isUp_withAndWithoutAPeer_andSaysWhichInItsHealth() {
    ShopCluster.awaitMembers(1, node2);
    String health = new ShopUser().get(node2, "/actuator/health/holdfast").body();

    assertThat(healthBefore)
        .contains("\"status\":\"UP\"", "\"protected\":true", "\"node-1\",\"node-2\"");
    assertThat(health)
        .contains("\"status\":\"UP\"", "\"protected\":false", "there are 0 other nodes");
  }

  @Test
  void tellsOfTheClusterAtItsEndpoint_butOfNoSession() {
    assertThat(reportBefore)
        .contains("\"integration\":\"" + WEB_SERVER + "\"", "\"primary\":4", "\"framesSent\":")
        .contains("\"security\":\"loopback\"");
    for (ShopUser user : new ShopUser[] {customer, shopper, writer}) {
      String id = user.sessionId().split("\\.")[0];
      assertThat(reportBefore).doesNotContain(id, id.substring(0, 16), id.substring(16));
    }
  }

  @Test
  void bindsItsMetersToTheRegistryOfTheApplication() {
    String meter = new ShopUser().get(node2, "/actuator/metrics/holdfast.view.number").body();

    assertThat(meter).contains("\"node-2\"");
  }
}
