// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static org.assertj.core.api.Assertions.assertThat;

import org.holdfast.replication.metrics.AttributeFigures;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each of the attributes that share objects counts an equal part of their common bytes. */
class SharedTrafficTest extends SharedAttributesFixture {
  @BeforeEach
  void count() {
    secondary.counting(traffic, false);
  }

  private void putSharing() {
    Node x = new Node(1);
    Node y = new Node(2);
    y.links.add(x);
    attributes.put("x", x);
    attributes.put("y", y);
    commit();
    attributes.forgetTouched();
  }

  private AttributeFigures figures(String name) {
    return traffic.snapshot().attributes().stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private long all() {
    return secondary.envelopes().values().stream().mapToLong(bytes -> bytes.length).sum();
  }

  private int unitBytes() {
    return secondary.envelopes().entrySet().stream()
        .filter(entry -> UnitEnvelope.isUnitName(entry.getKey()))
        .mapToInt(entry -> entry.getValue().length)
        .sum();
  }

  @Test
  void countsEachByteOnce_whenTheyAreSentForTheFirstTime() {
    putSharing();
    int unit = unitBytes();
    int member = secondary.bytes("x").length;

    assertThat(traffic.snapshot().bytes()).isEqualTo(all());
    assertThat(figures("x").bytes()).isEqualTo((unit + 1) / 2 + member);
    assertThat(figures("y").bytes()).isEqualTo(unit / 2 + member);
    assertThat(figures("x").newestBytes()).isEqualTo((unit + 1) / 2);
    assertThat(figures("x").changes()).isEqualTo(1);
    assertThat(figures("x").shares()).isTrue();
    assertThat(traffic.snapshot().attributes()).as("no row for the unit").hasSize(2);
  }

  @Test
  void changeBoth_whenASharedObjectChanges() {
    putSharing();
    long before = all();
    node("x").number = 7;
    assertThat(commit()).containsExactly("unit");

    assertThat(traffic.snapshot().bytes()).isEqualTo(before + unitBytes());
    assertThat(figures("x").changes()).isEqualTo(2);
    assertThat(figures("y").changes()).isEqualTo(2);
  }

  @Test
  void areEncodedInVain_whenTheyAreReadAndDoNotChange() {
    putSharing();
    long before = traffic.snapshot().bytes();
    assertThat(node("x").number).isEqualTo(1);
    commit();

    assertThat(traffic.snapshot().bytes()).isEqualTo(before);
    assertThat(figures("x").encodedInVain()).isEqualTo(1);
    assertThat(figures("y").encodedInVain()).isEqualTo(1);
    assertThat(figures("y").reads()).isZero();
  }

  @Test
  void shareNothing_onceTheyAreApart() {
    putSharing();
    node("y").links.clear();
    commit();

    assertThat(figures("y").shares()).isFalse();
    assertThat(figures("y").newestBytes()).isEqualTo(secondary.bytes("y").length);
  }

  @Test
  void countTheirPartsOfTheWhole_whenTheWholeSessionLeaves() {
    putSharing();
    moveOn();
    long first = traffic.snapshot().bytes();
    secondary.counting(traffic, true);
    attributes.put("user", "ada");
    commit();

    assertThat(traffic.snapshot().bytes()).isEqualTo(first + all());
    assertThat(figures("x").bytes())
        .isEqualTo(2L * ((unitBytes() + 1) / 2 + secondary.bytes("x").length));
    assertThat(figures("user").bytes()).isEqualTo(secondary.bytes("user").length);
  }
}
