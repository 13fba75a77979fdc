// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SessionCookieTest {

  @Test
  void hasTheNameThatTheContainerGaveIt() {
    List<String> setCookies = List.of("JSESSIONID=A.n1", "SHOPID=AB.C1.node-2; Path=/shop");
    SessionCookie cookie = SessionCookie.find("SHOPID", setCookies).orElseThrow();

    assertThat(cookie.route()).isEqualTo("node-2");
    assertThat(cookie.header()).isEqualTo("SHOPID=AB.C1.node-2");
    assertThat(SessionCookie.idIn(cookie.header())).isEqualTo("AB.C1");
    assertThat(SessionCookie.find("SHOPID", List.of("JSESSIONID=A.n1"))).isEmpty();
  }

  @Test
  void readsTheRouteAfterTheLastDot() {
    SessionCookie cookie = find(List.of("JSESSIONID=AB.C1.node-2; Path=/; HttpOnly")).orElseThrow();

    assertThat(cookie.route()).isEqualTo("node-2");
    assertThat(cookie.header()).isEqualTo("JSESSIONID=AB.C1.node-2");
  }

  @Test
  void takesTheLast_whenSeveralAreSet() {
    assertThat(find(List.of("JSESSIONID=A.n1", "x=1", "JSESSIONID=B.n2")))
        .map(SessionCookie::header)
        .contains("JSESSIONID=B.n2");
  }

  @Test
  void findsNone_whenTheCookieIsForeignDeletedEmptyOrUnreadable() {
    assertThat(find(List.of("OTHER=A.n1"))).isEmpty();
    assertThat(find(List.of("JSESSIONID=A.n1; Max-Age=0"))).isEmpty();
    assertThat(find(List.of("JSESSIONID="))).isEmpty();
    assertThat(find(List.of("", "=;;", "JSESSIONID"))).isEmpty();
  }

  @Test
  void knowsItsIdWithoutTheRoute_andShowsNobodyEither() {
    SessionCookie cookie = find(List.of("JSESSIONID=AB.C1.node-2")).orElseThrow();
    SessionCookie moved = find(List.of("JSESSIONID=AB.C1.node-1")).orElseThrow();
    SessionCookie other = find(List.of("JSESSIONID=AB.C2.node-2")).orElseThrow();

    assertThat(SessionCookie.idIn(cookie.header())).isEqualTo("AB.C1");
    assertThat(SessionCookie.idIn("JSESSIONID=AB")).isEqualTo("AB");
    assertThat(cookie.fingerprint()).hasSize(8).isEqualTo(moved.fingerprint());
    assertThat(cookie.fingerprint()).isNotEqualTo(other.fingerprint());
    assertThat(cookie).hasToString("#" + cookie.fingerprint() + " on node-2");
  }

  @Test
  void hasNoRoute_whenThereIsNoDot() {
    assertThat(find(List.of("JSESSIONID=A")).orElseThrow().route()).isEmpty();
  }

  private static Optional<SessionCookie> find(List<String> setCookies) {
    return SessionCookie.find("JSESSIONID", setCookies);
  }
}
