// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Attributes that share objects on the primary share them wherever the session goes. */
class SharedAttributesTest extends SharedAttributesFixture {
  static Stream<IntFunction<Node>> kinds() {
    return Stream.of(Node::new, HookedNode::new);
  }

  /** Puts {@code x} and {@code y}, of which y links to x, and ends the request. */
  private void putSharing(IntFunction<Node> kind) {
    Node x = kind.apply(1);
    Node y = kind.apply(2);
    y.links.add(x);
    attributes.put("x", x);
    attributes.put("y", y);
    commit();
    attributes.forgetTouched();
  }

  private void assertSameElsewhere() {
    assertThat(shape(elsewhere())).isEqualTo(shape(attributes));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void areOneGraphElsewhere(IntFunction<Node> kind) {
    putSharing(kind);

    moveOn();

    assertThat(node("y").links.get(0)).isSameAs(node("x"));
    assertThat(attributes).containsOnlyKeys("x", "y");
  }

  @Test
  void areOneGraphElsewhere_whicheverIsAskedForFirst() {
    putSharing(Node::new);
    moveOn();

    Node x = node("x");

    assertThat(node("y").links.get(0)).isSameAs(x);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void bothChange_whenTheSharedObjectIsChangedThroughOne(IntFunction<Node> kind) {
    putSharing(kind);
    node("x").number = 7;
    assertThat(commit()).as("the members stay as they are").containsExactly("unit");

    moveOn();

    assertThat(node("y").links.get(0).number).isEqualTo(7);
    node("y").links.get(0).number = 8;
    commit();
    moveOn();
    assertThat(node("x").number).isEqualTo(8);
    assertThat(node("y").links.get(0)).isSameAs(node("x"));
  }

  @Test
  void sendNothing_whenTheyAreOnlyRead() {
    putSharing(Node::new);
    Object unused = node("x");
    assertThat(commit()).isEmpty();
    moveOn();
    unused = node("y");
    assertThat(commit()).isEmpty();
    assertThat(unused).isNotNull();
  }

  @Test
  void becomeAUnit_whenTheyComeToShareLater() {
    attributes.put("x", new Node(1));
    attributes.put("y", new Node(2));
    attributes.put("z", new Node(3));
    commit();
    assertThat(units()).isZero();
    attributes.forgetTouched();

    node("y").links.add(node("x"));
    assertThat(commit()).containsExactly("unit", "x", "y");

    assertSameElsewhere();
  }

  @Test
  void becomeAUnit_whenOneIsPutLaterThatHoldsPartsOfTheOther() {
    Node x = new Node(1);
    x.links.add(new Node(2));
    attributes.put("x", x);
    commit();
    attributes.forgetTouched();

    attributes.put("part", x.links.get(0));
    assertThat(commit()).containsExactly("part", "unit", "x");

    assertSameElsewhere();
  }

  @Test
  void becomeAUnit_whenAnUntouchedOneCameFromElsewhere() {
    attributes.put("x", new Node(1));
    attributes.put("y", new Node(2));
    commit();
    moveOn();
    Node x = node("x");
    commit();
    attributes.forgetTouched();

    node("y").links.add(x);
    commit();

    assertSameElsewhere();
    assertThat(units()).isEqualTo(1);
  }

  @Test
  void areEncodedAlone_onceTheyShareNothingAnyMore() {
    putSharing(Node::new);

    node("y").links.clear();
    assertThat(commit()).containsExactly("unit", "x", "y");

    assertThat(units()).isZero();
    assertSameElsewhere();
    node("x").number = 9;
    assertThat(commit()).containsExactly("x");
  }

  @Test
  void leaveTheUnit_whenTheyAreReplaced() {
    putSharing(Node::new);

    attributes.put("x", new Node(5));
    commit();

    assertThat(units()).isZero();
    assertSameElsewhere();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void stayReadable_whenAnotherIsRemoved(IntFunction<Node> kind) {
    for (String removed : List.of("x", "y")) {
      putSharing(kind);
      attributes.remove(removed);
      commit();
      assertThat(units()).isZero();
      assertSameElsewhere();

      putSharing(kind);
      moveOn();
      attributes.remove(removed);
      commit();
      assertThat(units()).as("removed elsewhere, before it was read").isZero();
      assertSameElsewhere();
      attributes.clear();
      commit();
    }
    assertThat(secondary.envelopes()).isEmpty();
  }

  @Test
  void areThreeInOneUnit_whenTheyShareInAChain() {
    putSharing(Node::new);
    Node z = new Node(3);
    z.links.add(node("y"));
    attributes.put("z", z);
    commit();
    assertThat(units()).isEqualTo(1);
    assertSameElsewhere();

    node("y").links.clear();
    commit();
    assertThat(units()).as("y and z still share").isEqualTo(1);
    assertSameElsewhere();
  }

  @Test
  void areAUnit_whenTwoNamesHaveOneValue() {
    List<Object> one = new ArrayList<>(List.of("a"));
    attributes.put("x", one);
    attributes.put("y", one);
    commit();

    moveOn();

    assertThat(attributes.get("y")).isSameAs(attributes.get("x")).isEqualTo(List.of("a"));
  }

  @Test
  void areNoUnit_whenTheyShareOnlyWhatNeverChanges() {
    Integer number = 1_000;
    String text = "text";
    attributes.put("x", new ArrayList<>(List.of(number, text, List.of())));
    attributes.put("y", new HashMap<>(Map.of(text, number, "empty", List.of())));
    attributes.put("text", text);

    assertThat(commit()).containsExactly("text", "x", "y");
  }

  @Test
  void sendAPatch_whenALargeUnitChanges() {
    putSharing(Node::new);
    for (int i = 0; i < 1_000; i++) {
      node("x").links.add(new Node(i));
    }
    commit();

    node("y").links.get(0).links.get(500).number = -1;
    commit();

    assertThat(secondary.patched()).singleElement().satisfies(UnitEnvelope::isUnitName);
    assertSameElsewhere();
  }

  @Test
  void readAsAbsent_andKeepTheirBytes_whenTheUnitIsMissingOrDamaged() {
    putSharing(Node::new);
    Map<String, byte[]> held = new HashMap<>(secondary.envelopes());
    String unit = held.keySet().stream().filter(UnitEnvelope::isUnitName).findFirst().orElseThrow();
    byte[] damaged = held.get(unit).clone();
    damaged[damaged.length / 2] ^= 1;
    held.put(unit, damaged);

    for (boolean missing : new boolean[] {false, true}) {
      if (missing) {
        held.remove(unit);
      }
      secondary = new RecordingSecondary(held);
      moveOn();
      assertThat(attributes.get("x")).isNull();
      assertThat(commit()).isEmpty();
    }
    assertThat(metrics.value(Counter.UNREADABLE_ATTRIBUTES)).isEqualTo(2);
    attributes.put("x", new Node(4));
    commit();
    assertThat(elsewhere().get("x")).isInstanceOf(Node.class);
  }

  @Test
  void refuseANameThatStandsForAUnit() {
    assertThatThrownBy(() -> attributes.put(UnitEnvelope.nameOf(List.of("x")), "text"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("zero character");
  }

  @Test
  @SuppressWarnings("unchecked")
  void areFound_whenAnotherObjectIsWrittenInPlaceOfTheSharedOne() {
    EnumSet<TimeUnit> rights = EnumSet.of(TimeUnit.DAYS);
    attributes.put("rights", rights);
    attributes.put("user", new ArrayList<>(List.of(new HookedNode(1), rights)));
    commit();
    moveOn();
    assertThat(((List<?>) attributes.get("user")).get(1)).isSameAs(attributes.get("rights"));
    commit();
    moveOn();

    ((Set<TimeUnit>) ((List<?>) attributes.get("user")).get(1)).add(TimeUnit.HOURS);
    commit();

    assertThat(elsewhere().get("rights")).isEqualTo(EnumSet.of(TimeUnit.DAYS, TimeUnit.HOURS));
  }

  @Test
  void areNotPatched_whenTheirUnitWentAndCameBackMeanwhile() {
    Node x = new Node(1);
    for (int i = 0; i < 300; i++) {
      x.links.add(new Node(i));
    }
    Node y = new Node(2);
    y.links.add(x);
    attributes.put("x", x);
    attributes.put("y", y);
    commit();

    attributes.remove("x");
    try (AttributeCapture gone = encoded()) {
      attributes.put("x", x);
      x.links.subList(0, 150).clear();
      try (AttributeCapture back = encoded()) {
        x.number = 9;
        try (AttributeCapture changed = encoded()) {
          secondary.publish(gone);
          secondary.publish(back);
          secondary.publish(changed);
        }
      }
    }

    assertSameElsewhere();
  }

  private AttributeCapture encoded() {
    AttributeCapture capture = attributes.capture();
    capture.encode();
    capture.patch();
    return capture;
  }

  @Test
  void mayNotHaveNamesThatDoNotTravel() {
    assertThatThrownBy(() -> attributes.put("x\uD800", new Node(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("half a character at 1");
    attributes.put("x\uD83D\uDE00", new Node(1));
    assertThat(attributes).containsOnlyKeys("x\uD83D\uDE00");
  }

  @Test
  void letGoOfTheirBytes_whenTheFirstThingDoneToOneIsItsRemoval() {
    Node shared = new Node(7);
    attributes.put("x", shared);
    attributes.put("y", shared);
    commit();
    moveOn();
    String unit =
        secondary.envelopes().keySet().stream()
            .filter(UnitEnvelope::isUnitName)
            .findFirst()
            .orElseThrow();
    WeakReference<byte[]> bytes = new WeakReference<>(secondary.bytes(unit));
    secondary = new RecordingSecondary(Map.of());

    assertThat(attributes.remove("x")).isNotNull();

    await()
        .untilAsserted(
            () -> {
              System.gc();
              assertThat(bytes.get()).isNull();
            });
    assertThat(node("y").number).isEqualTo(7);
  }
}
