// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.holdfast.replication.Seeds;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Both forms of an image are the same session, however it changes. {@code -Dseed=} replays a seed.
 */
class SessionImageTest {
  private final long seed = Seeds.one();
  private final Random random = new Random(seed);

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

  private void assertSame(SessionImage packed, SessionImage parts) {
    assertThat(packed.settings()).as("seed %d", seed).isEqualTo(parts.settings());
    Map<String, byte[]> expected = parts.attributes();
    Map<String, byte[]> found = packed.attributes();
    assertThat(found).as("seed %d", seed).containsOnlyKeys(expected.keySet());
    expected.forEach(
        (name, envelope) -> {
          assertSame(found.get(name), envelope);
          assertSame(packed.attribute(name), envelope);
          assertSame(parts.attribute(name), envelope);
        });
    assertThat(packed.attribute("absent")).isNull();
    assertThat(packed.encodedBytes()).isGreaterThanOrEqualTo(packed.packed().length);
    assertThat(parts.encodedBytes()).isGreaterThanOrEqualTo(parts.packed().length);
  }

  /** An array assertion compares byte by byte, which took a minute in all. */
  private void assertSame(byte @Nullable [] actual, byte[] expected) {
    assertThat(Arrays.equals(actual, expected)).as("seed %d", seed).isTrue();
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

  @Test
  void isRefused_whenItHasMoreAttributesThanAReceiverTakes() {
    Map<String, byte[]> attributes = new HashMap<>();
    for (int i = 0; i <= SessionImage.MOST_ATTRIBUTES; i++) {
      // One character wherever it can be: the session must not be too long as well.
      attributes.put(i < 0xD800 ? "" + (char) i : "x" + (char) (i - 0xD800), new byte[0]);
    }
    SessionImage tooMany = new SessionImage(new byte[0], attributes);
    attributes.remove("a");
    SessionImage most = new SessionImage(new byte[0], attributes);
    RecordingReplica here = new RecordingReplica(RecordingReplica.member(0));

    assertThat(most.attributeCount())
        .isEqualTo(SessionImage.MOST_ATTRIBUTES)
        .isEqualTo(SessionImage.ofPacked(most.packed()).attributeCount());
    here.replica.create("most", most, -1, here.now());
    assertThatThrownBy(() -> here.replica.create("more", tooMany, -1, here.now()))
        .isInstanceOf(SessionTooLargeException.class)
        .hasMessageContaining("65,537 attributes, more than the 65,536");
  }
}
