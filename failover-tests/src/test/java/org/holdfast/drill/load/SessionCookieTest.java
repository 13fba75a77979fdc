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

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SessionCookieTest {

  @Test
  void readsTheRouteAfterTheLastDot() {
    SessionCookie cookie =
        SessionCookie.find(List.of("JSESSIONID=AB.C1.node-2; Path=/; HttpOnly")).orElseThrow();

    assertThat(cookie.route()).isEqualTo("node-2");
    assertThat(cookie.header()).isEqualTo("JSESSIONID=AB.C1.node-2");
  }

  @Test
  void takesTheLast_whenSeveralAreSet() {
    assertThat(SessionCookie.find(List.of("JSESSIONID=A.n1", "x=1", "JSESSIONID=B.n2")))
        .map(SessionCookie::header)
        .contains("JSESSIONID=B.n2");
  }

  @Test
  void findsNone_whenTheCookieIsForeignDeletedEmptyOrUnreadable() {
    assertThat(SessionCookie.find(List.of("OTHER=A.n1"))).isEmpty();
    assertThat(SessionCookie.find(List.of("JSESSIONID=A.n1; Max-Age=0"))).isEmpty();
    assertThat(SessionCookie.find(List.of("JSESSIONID="))).isEmpty();
    assertThat(SessionCookie.find(List.of("", "=;;", "JSESSIONID"))).isEmpty();
  }

  @Test
  void knowsItsIdWithoutTheRoute_andShowsNobodyEither() {
    SessionCookie cookie = SessionCookie.find(List.of("JSESSIONID=AB.C1.node-2")).orElseThrow();
    SessionCookie moved = SessionCookie.find(List.of("JSESSIONID=AB.C1.node-1")).orElseThrow();
    SessionCookie other = SessionCookie.find(List.of("JSESSIONID=AB.C2.node-2")).orElseThrow();

    assertThat(SessionCookie.idIn(cookie.header())).isEqualTo("AB.C1");
    assertThat(SessionCookie.idIn("JSESSIONID=AB")).isEqualTo("AB");
    assertThat(cookie.fingerprint()).hasSize(8).isEqualTo(moved.fingerprint());
    assertThat(cookie.fingerprint()).isNotEqualTo(other.fingerprint());
    assertThat(cookie).hasToString("#" + cookie.fingerprint() + " on node-2");
  }

  @Test
  void hasNoRoute_whenThereIsNoDot() {
    assertThat(SessionCookie.find(List.of("JSESSIONID=A")).orElseThrow().route()).isEmpty();
  }
}
