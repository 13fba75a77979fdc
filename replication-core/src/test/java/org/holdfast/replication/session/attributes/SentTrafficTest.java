// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.metrics.AttributeFigures;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The figures that commits count for each attribute; {@code "text:"} and the value are its
 * envelope.
 */
class SentTrafficTest extends AttributesFixture {
  @BeforeEach
  void count() {
    secondary.counting(traffic, false);
  }

  private AttributeFigures figures(String name) {
    return traffic.snapshot().attributes().stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void countsTheBytesOfTheEnvelopes_whenAttributesChange() {
    attributes.put("user", "ada");
    attributes.put("cart", listOf("book"));
    commit();
    list("cart").add("pen");
    commit();

    assertThat(figures("user").bytes()).isEqualTo("text:ada".length());
    assertThat(figures("user").changes()).isEqualTo(1);
    assertThat(figures("cart").bytes()).isEqualTo("list:book".length() + "list:book,pen".length());
    assertThat(figures("cart").changes()).isEqualTo(2);
    assertThat(figures("cart").newestBytes()).isEqualTo("list:book,pen".length());
    assertThat(figures("cart").patches()).isZero();
    assertThat(traffic.snapshot().attributes()).hasSize(2);
  }

  @Test
  void countsEncodingsInVain_whenWhatWasReadDidNotChange() {
    attributes.put("cart", listOf("book"));
    commit();
    attributes.forgetTouched();
    for (int i = 0; i < 3; i++) {
      assertThat(list("cart")).hasSize(1);
      commit();
      attributes.forgetTouched();
    }
    commit();

    assertThat(figures("cart").encodedInVain()).isEqualTo(3);
    assertThat(figures("cart").reads()).isEqualTo(3);
    assertThat(figures("cart").changes()).isEqualTo(1);
    assertThat(figures("cart").bytes()).isEqualTo("list:book".length());
  }

  @Test
  void countsRemovalsApart() {
    attributes.put("user", "ada");
    commit();
    attributes.remove("user");
    commit();
    attributes.put("never sent", "x");
    attributes.remove("never sent");
    commit();

    assertThat(figures("user").removals()).isEqualTo(1);
    assertThat(figures("user").changes()).isEqualTo(1);
    assertThat(figures("user").bytes()).isEqualTo("text:ada".length());
    assertThat(traffic.snapshot().attributes()).hasSize(1);
  }

  @Test
  void countsNothing_whenTheChangesAreRefused() {
    attributes.put("user", "ada");
    secondary.refuse(true);
    commit();
    secondary.refuse(false);
    secondary.fail(true);
    assertThatThrownBy(this::commit).isInstanceOf(IllegalArgumentException.class);
    assertThat(traffic.snapshot().attributes()).isEmpty();
    secondary.fail(false);
    commit();

    assertThat(figures("user").changes()).isEqualTo(1);
  }

  @Test
  void countsAsReadOnlyWhatTheApplicationAskedFor() {
    attributes.put("user", "ada");
    attributes.put("user", "bob");
    assertThat(attributes.containsKey("user")).isTrue();
    attributes.values().forEach(value -> assertThat(value).isEqualTo("bob"));
    commit();
    attributes.get("not there");

    assertThat(figures("user").reads()).isZero();
    assertThat(figures("user").neverRead()).isTrue();
    assertThat(traffic.snapshot().attributes()).as("no row for a name made up").hasSize(1);

    attributes.get("user");

    assertThat(figures("user").reads()).isEqualTo(1);
  }

  @Test
  void countsTheBytesOfEveryAttribute_whenTheWholeSessionLeaves() {
    arriveWith(ChangeDetection.ON_GET, Map.of("user", StoppableCodec.bytes("ada")));
    secondary.counting(traffic, true);
    attributes.put("cart", listOf("book"));
    commit();
    attributes.put("cart", listOf("pen"));
    commit();
    attributes.remove("user");
    commit();

    assertThat(figures("user").bytes()).isEqualTo(2L * "text:ada".length());
    assertThat(figures("user").changes()).isZero();
    assertThat(figures("user").removals()).isEqualTo(1);
    assertThat(figures("cart").bytes()).isEqualTo("list:book".length() + 2L * "list:pen".length());
    assertThat(figures("cart").changes()).isEqualTo(2);
  }

  @Test
  void countsTheBytesOfThePatch_whereOneLeft() {
    attributes =
        new SessionAttributes(
            codec,
            ChangeDetection.ON_GET,
            metrics,
            traffic,
            AttributePatches.of(
                ApplicationConfig.of("shop", getClass().getClassLoader()),
                name -> secondary.bytes(name)),
            Map.of(),
            (name, problem, replaced) -> {});
    List<String> items = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      items.add("item " + i * 7919);
    }
    attributes.put("tree", items);
    commit();
    int first = secondary.bytes("tree").length;
    list("tree").set(500, "another");
    commit();
    assertThat(secondary.patched()).containsExactly("tree");

    assertThat(figures("tree").patches()).isEqualTo(1);
    assertThat(figures("tree").changes()).isEqualTo(2);
    assertThat(figures("tree").bytes()).isEqualTo(first + secondary.patchBytes());
    assertThat(figures("tree").newestBytes()).isEqualTo(secondary.bytes("tree").length);
    assertThat(figures("tree").largestBytes()).isEqualTo(first);
  }
}
