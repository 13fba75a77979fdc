// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.junit.jupiter.api.Test;

/** Attributes that share objects, but are too deep to be encoded together. */
class SplitUnitTest extends SharedAttributesFixture {
  @Test
  void goAlone_andAreCounted_whenTheyCannotBeEncodedTogether() {
    Node deep = deepAbove(new Node(0));
    attributes.put("x", deep);
    attributes.put("y", deep);

    assertThat(commit()).containsExactly("x", "y");

    assertThat(metrics.value(Counter.SHARED_OBJECTS_SPLIT)).isPositive();
    moveOn();
    assertThat(node("x").number).isEqualTo(CodecDepth.DEEPEST - 1);
    assertThat(node("y")).isNotSameAs(node("x"));
  }

  @Test
  void areSentBoth_whenASharedObjectChangesThroughOne_thoughTheyCannotBeEncodedTogether() {
    Node deep = deepAbove(new Node(0));
    attributes.put("x", deep);
    attributes.put("y", deep);
    commit();
    attributes.forgetTouched();

    node("x").number = -7;

    assertThat(commit()).containsExactly("x", "y");
    moveOn();
    assertThat(node("y").number).isEqualTo(-7);
  }

  @Test
  void areSentAll_whenASharedObjectChangesThroughOne_thoughTheirUnitHadToBeSplit() {
    Node hub = new Node(0);
    for (String name : List.of("x", "y", "z")) {
      Node node = new Node(1);
      node.links.add(hub);
      attributes.put(name, node);
    }
    commit();
    attributes.put("deep", deepAbove(hub));
    commit();
    attributes.forgetTouched();

    for (String through : List.of("x", "y", "z")) {
      node(through).links.get(0).number--;
      assertThat(commit()).containsExactlyInAnyOrder("deep", "x", "y", "z");
      attributes.forgetTouched();
    }
  }

  @Test
  void keepTheLastGoodValueOfOne_whenItCannotBeEncodedAnyMore_andGoOnForTheOthers() {
    spoilOneOfTwo();

    moveOn();

    assertThat(node("x").links).hasSize(1);
    assertThat(node("x").links.get(0).number).isZero();
    assertThat(node("y").links.get(0).number).isEqualTo(7);
  }

  @Test
  void areOneUnitAgain_onceTheOneThatWasHeldBackCanBeEncoded() {
    spoilOneOfTwo();
    Node x = node("x");
    attributes.forgetTouched();

    x.links.remove(1);

    assertThat(commit()).contains("unit");
    assertThat(secondary.heldBack()).isEmpty();
    moveOn();
    assertThat(node("x").links.get(0)).isSameAs(node("y").links.get(0));
    assertThat(node("y").links.get(0).number).isEqualTo(7);
  }

  private void spoilOneOfTwo() {
    Node hub = new Node(0);
    for (String name : List.of("x", "y")) {
      Node node = new Node(1);
      node.links.add(hub);
      attributes.put(name, node);
    }
    commit();
    attributes.forgetTouched();
    node("x").links.add(deepAbove(deepAbove(new Node(0))));
    node("y").links.get(0).number = 7;

    assertThat(commit()).containsExactly("y");
    assertThat(secondary.heldBack()).containsOnlyKeys("x");
  }

  /** As deep as goes for an attribute alone. */
  private static Node deepAbove(Node bottom) {
    Node deep = bottom;
    for (int i = 1; i < CodecDepth.DEEPEST; i++) {
      Node above = new Node(i);
      above.links.add(deep);
      deep = above;
    }
    return deep;
  }

  /** A node and its list are two levels; one more is that of the unit. */
  private static final class CodecDepth {
    static final int DEEPEST = 200;
  }
}
