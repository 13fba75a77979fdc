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

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Both forms of an image are the same session, however it changes. */
class SessionImageTest {
  private final Random random = new Random(42);

  private byte[] bytes(int most) {
    byte[] bytes = new byte[random.nextInt(most + 1)];
    random.nextBytes(bytes);
    return bytes;
  }

  private Changes step() {
    Map<String, byte[]> changed = new HashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      changed.put(name(), bytes(random.nextInt(10) == 0 ? 40_000 : 300));
    }
    Set<String> removed = new HashSet<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      removed.add(name());
    }
    removed.removeAll(changed.keySet());
    return new Changes(random.nextInt(5) == 0 ? bytes(90) : null, changed, removed);
  }

  private String name() {
    return "attribute-ü-" + random.nextInt(12);
  }

  private static void assertSame(SessionImage packed, SessionImage parts) {
    assertThat(packed.settings()).isEqualTo(parts.settings());
    Map<String, byte[]> expected = parts.attributes();
    Map<String, byte[]> found = packed.attributes();
    assertThat(found).containsOnlyKeys(expected.keySet());
    expected.forEach((name, envelope) -> assertThat(found.get(name)).isEqualTo(envelope));
    expected.forEach((name, envelope) -> assertThat(packed.attribute(name)).isEqualTo(envelope));
    expected.forEach((name, envelope) -> assertThat(parts.attribute(name)).isEqualTo(envelope));
    assertThat(packed.attribute("absent")).isNull();
    assertThat(packed.encodedBytes()).isGreaterThanOrEqualTo(packed.packed().length);
    assertThat(parts.encodedBytes()).isGreaterThanOrEqualTo(parts.packed().length);
  }

  @Test
  void holdsTheSameInBothForms_afterAnyChanges() {
    int tooLargeToPack = 0;
    for (int run = 0; run < 100; run++) {
      SessionImage parts = new SessionImage(bytes(90), Map.of());
      SessionImage packed = SessionImage.ofPacked(parts.packed());
      for (int i = 0; i < 30; i++) {
        Changes step = step();
        parts = step.applyTo(parts);
        packed = step.applyTo(packed);
        assertSame(packed, parts);
        tooLargeToPack += packed.content() instanceof byte[] ? 0 : 1;
      }
    }
    assertThat(tooLargeToPack).as("images that were not packed again").isPositive();
  }
}
