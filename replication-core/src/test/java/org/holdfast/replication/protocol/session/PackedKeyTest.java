// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.holdfast.replication.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedKeyTest {

  @Test
  void givesTheTextBack_whateverTheKey() {
    long seed = Seeds.one();
    Random random = new Random(seed);
    byte[] bytes = new byte[12];
    for (int i = 0; i < 10_000; i++) {
      random.nextBytes(bytes);
      String text = Base64.getUrlEncoder().encodeToString(bytes);

      assertThat(PackedKey.of(text))
          .as("seed %d", seed)
          .isInstanceOf(PackedKey.class)
          .isEqualTo(PackedKey.of(text));
      assertThat(PackedKey.text(PackedKey.of(text))).as("seed %d", seed).isEqualTo(text);
    }
  }

  @Test
  void tellsKeysApart_thatDifferInOneCharacter() {
    Set<Object> keys = new HashSet<>();
    for (int i = 0; i < 16; i++) {
      for (char other : "B_9z-".toCharArray()) {
        StringBuilder text = new StringBuilder("AAAAAAAAAAAAAAAA");
        text.setCharAt(i, other);
        keys.add(PackedKey.of(text.toString()));
      }
    }
    assertThat(keys).hasSize(16 * 5);
    assertThat(keys.stream().map(key -> (PackedKey) key).sorted().distinct()).hasSize(16 * 5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "s1",
        "AAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAA",
        "AAAAAAAA AAAAAAA",
        "AAAAAAAAAAAAAAA=",
        "AAAAAAAAAAAAAAA\u00e4",
        "AAAAAAA\u4e2dAAAAAAAA"
      })
  void staysAText_whenItsFormIsAnother(String text) {
    assertThat(PackedKey.of(text)).isSameAs(text);
    assertThat(PackedKey.text(text)).isSameAs(text);
  }

  @Test
  void isNotTold_whenPrinted() {
    assertThat(PackedKey.of("ABCDEFGHIJKLMNOP").toString()).doesNotContain("ABCD");
  }
}
