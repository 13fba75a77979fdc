// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionCookiesTest {
  @ParameterizedTest
  @CsvSource({
    "/shop, /shop, false",
    "/shop, /shop/, false",
    "/shop, /, true",
    "/shop, /sho, true",
    "/shop, , true",
    "'', /, true",
    "/, /, true",
    ", /, true",
  })
  void isShared_unlessItsPathIsThatOfItsOneApplication(
      String contextPath, String cookiePath, boolean isShared) {
    assertThat(SessionCookies.isShared(contextPath, cookiePath)).isEqualTo(isShared);
  }

  @ParameterizedTest
  @CsvSource({
    "JSESSIONID=a, a",
    "JSESSIONID=a.node-1; Path=/; HttpOnly, a",
    "JSESSIONID=a~b.node-1; Path=/, a b",
    "JSESSIONID=; Path=/; Max-Age=0, ''",
  })
  void findsTheIdsInAHeader_withoutRouteAndAttributes(String header, String ids) {
    assertThat(SessionCookies.idsIn(header)).containsExactly(ids.split(" ", -1));
  }

  @Test
  void keepsNoId_ofAnApplicationThatDoesNotRunHere() {
    assertThat(SessionCookies.keeps("a", new ClusterLink())).isFalse();
  }
}
