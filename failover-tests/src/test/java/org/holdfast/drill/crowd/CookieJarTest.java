// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CookieJarTest {
  private final CookieJar jar = new CookieJar("JSESSIONID");

  @Test
  void sendsEveryCookieThatWasSet_withoutItsAttributes() {
    assertThat(jar.header()).isEmpty();
    boolean unused =
        jar.accept(List.of("JSESSIONID=A1.node-2; Path=/; HttpOnly", "theme=dark; Max-Age=60"));

    assertThat(jar.header()).isEqualTo("JSESSIONID=A1.node-2; theme=dark");
    assertThat(jar.route()).isEqualTo("node-2");
  }

  @Test
  void tellsThatTheSessionWasReplaced_butNotThatItMoved() {
    assertThat(jar.accept(List.of("JSESSIONID=A1.a"))).isFalse();
    assertThat(jar.accept(List.of("JSESSIONID=A1.b"))).isFalse();
    assertThat(jar.route()).isEqualTo("b");
    assertThat(jar.accept(List.of("theme=dark"))).isFalse();
    assertThat(jar.accept(List.of("JSESSIONID=B7.b"))).isTrue();
    assertThat(jar.header()).isEqualTo("JSESSIONID=B7.b; theme=dark");
  }

  @Test
  void namesTheFirstCookieThatIsNotTheSessions() {
    assertThat(jar.otherName()).isEmpty();
    boolean first = jar.accept(List.of("=x", "nonsense", "old=; Max-Age=0", "JSESSIONID=A1"));
    assertThat(jar.otherName()).isEmpty();

    boolean second = jar.accept(List.of("SESSION=secret; Path=/", "theme=dark"));

    assertThat(first || second).isFalse();
    assertThat(jar.otherName()).isEqualTo("SESSION");
  }

  @Test
  void tellsNoNameThatCannotBePrinted_orHasNoEnd() {
    boolean unused = jar.accept(List.of("a \u00e4\u001b[31m" + "x".repeat(100) + "=secret"));

    assertThat(jar.otherName()).isEqualTo("a???[31m" + "x".repeat(56));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Max-Age=0", "max-age = 00", "MAX-AGE=-1; Path=/", "Path=/;max-age=0"})
  void forgetsWhatIsToLiveNoLonger(String age) {
    boolean unused = jar.accept(List.of("theme=dark", "JSESSIONID=A1.a"));

    boolean replaced = jar.accept(List.of("theme=x; " + age, "JSESSIONID=gone; " + age));

    assertThat(replaced).isFalse();
    assertThat(jar.header()).isEmpty();
  }

  @Test
  void keepsWhatLivesOnForAWhile() {
    boolean unused = jar.accept(List.of("theme=dark; Max-Age=05", "lang=de; x-max-age=0"));

    assertThat(jar.header()).isEqualTo("theme=dark; lang=de");
  }

  @Test
  void forgetsWhatWasDeleted_andWhatCannotBeRead() {
    boolean unused = jar.accept(List.of("JSESSIONID=A1", "theme=dark", "=x", "nonsense"));
    assertThat(jar.route()).isEmpty();

    boolean deleted = jar.accept(List.of("theme=x; max-age=0", "JSESSIONID=; Path=/"));

    assertThat(deleted).isFalse();
    assertThat(jar.header()).isEmpty();
  }
}
