// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The contract that the container recognises a client as the application wants it. */
abstract class TrackingContract extends ContractTopic {
  TrackingContract(ContainerUnderTest container) {
    super(container);
  }

  @Override
  List<ContractApplication> applications() {
    return List.of(
        ContractApplication.at(""),
        pages("/cookie").configure(context -> track(context, SessionTrackingMode.COOKIE)),
        pages("/url").configure(context -> track(context, SessionTrackingMode.URL)),
        pages("/named")
            .configure(context -> context.getSessionCookieConfig().setName("PLACE"))
            .configure(context -> track(context, SessionTrackingMode.URL)));
  }

  private static ContractApplication pages(String path) {
    return ContractApplication.at(path)
        .page("/count", CommonPages::count)
        .page("/read", CommonPages::read)
        .page("/modes", TrackingContract::modes)
        .page("/links", (q, r) -> links(q, r, path))
        .page("/late", TrackingContract::configureLate);
  }

  private static void track(ServletContext context, SessionTrackingMode mode) {
    context.setSessionTrackingModes(EnumSet.of(mode));
  }

  private static void modes(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    ServletContext context = request.getServletContext();
    response.getWriter().print(sorted(context.getEffectiveSessionTrackingModes()));
  }

  private static Set<SessionTrackingMode> sorted(Set<SessionTrackingMode> modes) {
    return new TreeSet<>(modes);
  }

  private static void links(HttpServletRequest request, HttpServletResponse response, String path)
      throws IOException {
    request.getSession();
    for (String link :
        List.of(path + "/count", "count", "http://127.0.0.2/count", path + "/count#there")) {
      response.getWriter().println(response.encodeURL(link));
    }
  }

  /** Tries to change the tracking while the application runs. */
  private static void configureLate(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    ServletContext context = request.getServletContext();
    List<Runnable> changes =
        List.of(
            () -> track(context, SessionTrackingMode.URL),
            () -> context.getSessionCookieConfig().setName("LATE"),
            () -> context.getSessionCookieConfig().setMaxAge(7),
            () -> context.setSessionTimeout(7));
    int refused = 0;
    for (Runnable change : changes) {
      try {
        change.run();
      } catch (IllegalStateException expected) {
        refused++;
      }
    }
    response.getWriter().print(refused);
  }

  private String[] links(String path) {
    return browser.get(a, path + "/links").body().split("\\R");
  }

  @Test
  void isEffective_asTheApplicationSetIt() {
    assertThat(browser.get(a, "/cookie/modes").body()).isEqualTo("[COOKIE]");
    assertThat(browser.get(a, "/url/modes").body()).isEqualTo("[URL]");
  }

  @Test
  void writesNoLinks_whenOnlyCookiesAreWanted() {
    assertThat(links("/cookie"))
        .containsExactly("/cookie/count", "count", "http://127.0.0.2/count", "/cookie/count#there");
  }

  @Test
  void ignoresAnIdInThePath_whenOnlyCookiesAreWanted() {
    browser.get(a, "/cookie/count");
    String id = browser.cookieAt("/cookie");

    assertThat(new Browser().get(a, "/cookie/read;jsessionid=" + id + "?name=count").body())
        .isEqualTo("none");
    assertThat(browser.get(b, "/cookie/read?name=count").body()).isEqualTo("1");
  }

  @Test
  void setsNoCookieAndTakesNone_whenOnlyLinksAreWanted() {
    Answer answer = browser.get(a, "/url/links");

    assertThat(answer.setCookies()).isEmpty();
    String link = answer.body().split("\\R")[0];
    assertThat(link).startsWith("/url/count;jsessionid=");
    assertThat(browser.get(a, link).body()).isEqualTo("1");
    assertThat(browser.get(b, link).body()).isEqualTo("2");
    String id = link.substring(link.indexOf('=') + 1);
    assertThat(new Browser().withCookie(id).get(a, "/url/read?name=count").body())
        .isEqualTo("none");
  }

  @Test
  void writesTheIdIntoPathsOfLinks() {
    String[] links = links("/url");

    assertThat(links[0]).startsWith("/url/count;jsessionid=");
    assertThat(links[1]).startsWith("count;jsessionid=");
    assertThat(links[3]).startsWith("/url/count;jsessionid=").endsWith("#there");
  }

  @Test
  void tellsNoOtherHostTheId() {
    assertThat(links("/url")[2]).isEqualTo("http://127.0.0.2/count");
  }

  @Test
  void namesTheIdInLinksAsTheCookie() {
    String link = links("/named")[0];

    assertThat(link).startsWith("/named/count;PLACE=");
    assertThat(browser.get(a, link).body()).isEqualTo("1");
    assertThat(browser.get(b, link).body()).isEqualTo("2");
  }

  @Test
  void cannotBeChanged_onceTheApplicationRuns() {
    assertThat(browser.get(a, "/cookie/late").body()).isEqualTo("4");
    assertThat(browser.get(a, "/cookie/modes").body()).isEqualTo("[COOKIE]");
  }
}
