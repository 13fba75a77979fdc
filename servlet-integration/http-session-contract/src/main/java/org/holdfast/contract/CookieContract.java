/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionCookieConfig;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Session cookies are what the application's {@link SessionCookieConfig} says, on each node. */
abstract class CookieContract extends ContractTopic {
  CookieContract(ContainerUnderTest container) {
    super(container);
  }

  @Override
  List<ContractApplication> applications() {
    return List.of(
        ContractApplication.at("").page("/count", CommonPages::count),
        ContractApplication.at("/shop")
            .configure(CookieContract::configure)
            .page("/count", CommonPages::count)
            .page("/links", (q, r) -> r.getWriter().print(r.encodeURL("/shop/count")))
            .page("/rename", (q, r) -> r.getWriter().print(q.changeSessionId())),
        ContractApplication.at("/embedded")
            .configure(CookieContract::configureEmbedded)
            .page("/count", CommonPages::count));
  }

  /** As for a page within pages of other sites. */
  private static void configureEmbedded(ServletContext context) {
    SessionCookieConfig cookie = context.getSessionCookieConfig();
    cookie.setDomain("shop.example");
    cookie.setSecure(true);
    cookie.setAttribute("SameSite", "None");
  }

  private static void configure(ServletContext context) {
    SessionCookieConfig cookie = context.getSessionCookieConfig();
    cookie.setName("SHOPID");
    cookie.setPath("/shop");
    cookie.setMaxAge(3_600);
    cookie.setHttpOnly(true);
    cookie.setSecure(false);
    cookie.setAttribute("SameSite", "Strict");
    cookie.setAttribute("Priority", "High");
  }

  private static void assertConfigured(Answer answer) {
    assertThat(answer.setCookies()).hasSize(1);
    String header = answer.setCookies().get(0);
    assertThat(header).startsWith("SHOPID=");
    Map<String, String> attributes = CookieJar.attributesOf(header);
    assertThat(attributes)
        .containsEntry("Path", "/shop")
        .containsEntry("Max-Age", "3600")
        .containsEntry("SameSite", "Strict")
        .containsEntry("Priority", "High")
        .containsKey("HttpOnly")
        .doesNotContainKey("Secure");
  }

  @Test
  void hasTheAttributesOfItsConfiguration_whenTheSessionBegins() {
    assertConfigured(browser.get(a, "/shop/count"));
  }

  @Test
  void hasTheAttributesOfItsConfiguration_whenTheIdChanges() {
    browser.get(a, "/shop/count");

    assertConfigured(browser.get(a, "/shop/rename"));
    assertThat(browser.get(b, "/shop/count").body()).isEqualTo("2");
  }

  /** A cookie is sent anew only where a sticky route in it has to change. */
  @Test
  void hasTheAttributesOfItsConfiguration_whenAnotherNodeServesTheSession() {
    browser.get(a, "/shop/count");

    Answer answer = browser.get(b, "/shop/count");

    assertThat(answer.body()).isEqualTo("2");
    if (!answer.setCookies().isEmpty()) {
      assertConfigured(answer);
    }
  }

  @Test
  void isHttpOnlyAndForTheWholeApplication_whenNothingIsConfigured() {
    Answer answer = browser.get(a, "/count");

    assertThat(answer.setCookies()).hasSize(1);
    assertThat(answer.setCookies().get(0)).startsWith(Browser.COOKIE + "=");
    assertThat(CookieJar.attributesOf(answer.setCookies().get(0)))
        .containsKey("HttpOnly")
        .containsEntry("Path", "/")
        .doesNotContainKeys("Max-Age", "Expires", "Domain");
  }

  @Test
  void isForOtherSites_whenItsConfigurationSaysSo() {
    Answer answer = browser.get(a, "/embedded/count");

    assertThat(answer.setCookies()).hasSize(1);
    assertThat(CookieJar.attributesOf(answer.setCookies().get(0)))
        .containsEntry("Path", "/embedded")
        .containsEntry("Domain", "shop.example")
        .containsEntry("SameSite", "None")
        .containsKey("Secure");
  }

  @Test
  void staysOutOfLinks_whenTheClientTakesIt() {
    browser.get(a, "/shop/count");

    assertThat(browser.get(a, "/shop/links").body()).isEqualTo("/shop/count");
  }
}
