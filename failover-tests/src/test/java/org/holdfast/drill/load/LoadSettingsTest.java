// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LoadSettingsTest {

  @Test
  void isStickyWithOneRequestAtATime_unlessAskedForMore() {
    LoadSettings plain = VirtualNodes.settings();

    assertThat(plain.routing()).isEqualTo(Routing.STICKY);
    assertThat(plain.parallel()).isEqualTo(1);
    assertThat(plain.expect()).isEmpty();
    AnswerPattern pattern = AnswerPattern.of("n=(\\d+)");
    LoadSettings more = plain.withRouting(Routing.ROUND_ROBIN).withParallel(8).withExpect(pattern);
    assertThat(more.routing()).hasToString("round-robin");
    assertThat(more.parallel()).isEqualTo(8);
    assertThat(more.expect()).contains(pattern);
    assertThat(more.path()).isEqualTo(plain.path());
  }

  @Test
  void putsTheNumberOfTheUserIntoItsPath() {
    assertThat(settings("/x?client={user}", 0).forUser(7).path()).isEqualTo("/x?client=7");
    LoadSettings plain = VirtualNodes.settings();
    assertThat(plain.forUser(7)).isSameAs(plain);
  }

  @Test
  void boundsRequestsAtOnce() {
    assertThatThrownBy(() -> VirtualNodes.settings().withParallel(9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("parallel requests must be between 1 and 8, were 9");
    assertThatThrownBy(() -> VirtualNodes.settings().withParallel(0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesLogins_whenRequestsOverlap() {
    LoadSettings loggingIn = settings("/counter", 2);

    assertThatThrownBy(() -> loggingIn.withParallel(2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot log in and out: logins in percent must be 0, was 2");
    assertThat(loggingIn.withExpect(AnswerPattern.of("x")).withParallel(2).parallel())
        .as("of an application that is never asked to")
        .isEqualTo(2);
  }

  @Test
  void refusesAPathThatWouldBreakARequest() {
    for (String path : new String[] {"", "counter", "/a b", "/a\r\nX: y", "/\u00e4"}) {
      assertThatThrownBy(() -> settings(path, 0))
          .as(path)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("path must be a slash and printable ASCII");
    }
    assertThat(settings("/shop/cart;v=1?a=b&c=%20", 0).path()).startsWith("/shop");
  }

  private static LoadSettings settings(String path, int loginPercent) {
    LoadSettings plain = VirtualNodes.settings();
    return new LoadSettings(
        1,
        path,
        plain.thinkTime(),
        plain.failoverTimeout(),
        plain.retryDelay(),
        1,
        0,
        loginPercent);
  }
}
