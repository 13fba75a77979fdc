// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SessionNameTest {
  private static final String SESSION = "abcdefghijklmnop";

  private static SessionId id(String name) {
    return new SessionName(name, null).id("shop");
  }

  @Test
  void tellsNamesApart_alsoThoseThatAreNoText() {
    assertThat(id("a")).isEqualTo(id("a")).isNotEqualTo(id("b"));
    assertThat(id("\uD800")).as("half of a character").isNotEqualTo(id("?"));
    assertThat(id("\uD800")).isNotEqualTo(id("\uD801"));
    assertThat(id("")).isNotEqualTo(id("\0"));
  }

  @Test
  void isKeptBesideTheSession_underWhateverIdThatHasNow() {
    SessionId before = new SessionName("cart", SESSION + "FIRST").id("shop");
    SessionId after = new SessionName("cart", SESSION + "SECOND").id("shop");

    assertThat(before).isEqualTo(after);
    assertThat(before.key()).hasSize(33).startsWith("shop").endsWith("~" + SESSION);
    assertThat(before.key()).isNotEqualTo(id("cart").key());
  }

  @Test
  void refusesToLieBesideWhatIsNoIdOfOurs() {
    for (String other : new String[] {"", "0123456789", "0123456789abcde~xx", "0123456789abcdé"}) {
      assertThatThrownBy(() -> new SessionName("cart", other))
          .as(other)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(other.length() + " characters");
    }
  }
}
