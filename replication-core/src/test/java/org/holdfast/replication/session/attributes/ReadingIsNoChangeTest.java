// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.holdfast.replication.config.ChangeDetection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A value that came from a node with a newer version of its class encodes to other bytes here.
 * Reading it must not replace what only the newer version knows of.
 */
class ReadingIsNoChangeTest extends AttributesFixture {
  private static final Map<String, byte[]> OF_A_NEWER_VERSION =
      Map.of("cart", "list:x|coupon".getBytes(StandardCharsets.UTF_8));

  @ParameterizedTest
  @EnumSource
  void sendsNothing_whenItIsOnlyRead(ChangeDetection detection) {
    arriveWith(detection, OF_A_NEWER_VERSION);

    assertThat(list("cart")).containsExactly("x");

    assertThat(commit()).isEmpty();
    assertThat(list("cart")).containsExactly("x");
    assertThat(commit()).isEmpty();
    assertThat(secondary.image()).containsEntry("cart", "list:x|coupon");
  }

  @Test
  void sendsTheChange_whenItIsMutated() {
    arriveWith(ChangeDetection.ON_GET, OF_A_NEWER_VERSION);

    list("cart").add("y");

    assertThat(commit()).containsOnly(Map.entry("cart", "list:x,y"));
  }

  @Test
  void sendsTheStateOfItsArrivalAsWell_onceAnotherWasSent() {
    arriveWith(ChangeDetection.ON_GET, OF_A_NEWER_VERSION);
    list("cart").add("y");
    commit();

    list("cart").remove("y");

    assertThat(commit()).containsOnly(Map.entry("cart", "list:x"));
    assertThat(commit()).isEmpty();
  }

  @Test
  void sendsTheStateOfItsArrivalAsWell_onceItWasRemoved() {
    arriveWith(ChangeDetection.ON_GET, OF_A_NEWER_VERSION);
    List<String> cart = list("cart");
    attributes.remove("cart");
    commit();

    attributes.put("cart", cart);

    assertThat(commit()).containsOnly(Map.entry("cart", "list:x"));
  }

  @Test
  void keepsTheBytesThatCame_whenTheChangeWasRefused_andTakenBack() {
    arriveWith(ChangeDetection.ON_GET, OF_A_NEWER_VERSION);
    list("cart").add("y");
    secondary.refuse(true);
    commit();
    secondary.refuse(false);

    list("cart").remove("y");

    assertThat(commit()).isEmpty();
    assertThat(secondary.image()).containsEntry("cart", "list:x|coupon");
  }

  @ParameterizedTest
  @EnumSource
  void sendsNothing_whenWhatWasReadIsPutBack(ChangeDetection detection) {
    arriveWith(detection, OF_A_NEWER_VERSION);

    attributes.put("cart", list("cart"));
    attributes.replace("cart", list("cart"));

    assertThat(commit()).isEmpty();
    list("cart").add("y");
    attributes.put("cart", list("cart"));
    assertThat(commit()).containsOnly(Map.entry("cart", "list:x,y"));
  }

  @Test
  void sendsAnotherObjectThatWasPut_thoughItEncodesTheSame() {
    arriveWith(ChangeDetection.ON_GET, OF_A_NEWER_VERSION);
    List<String> ignored = list("cart");

    attributes.put("cart", listOf("x"));

    assertThat(ignored).containsExactly("x");
    assertThat(commit()).containsOnly(Map.entry("cart", "list:x"));
  }

  @Test
  void keepsTheBytesThatCame_whenWhatWasReadCannotBeEncodedHere() {
    arriveWith(
        ChangeDetection.ON_GET,
        Map.of("bad", ("list:" + StoppableCodec.POISON).getBytes(StandardCharsets.UTF_8)));

    assertThat(list("bad")).containsExactly(StoppableCodec.POISON);

    assertThat(commit()).isEmpty();
    assertThat(secondary.heldBack()).containsOnly(Map.entry("bad", 0L));
    assertThat(secondary.image()).containsEntry("bad", "list:" + StoppableCodec.POISON);
  }

  @Test
  void encodesOnceOnArrival_andNothingThatIsImmutable() {
    arriveWith(
        ChangeDetection.ON_GET,
        Map.of(
            "cart", StoppableCodec.bytes(listOf("x")),
            "n", StoppableCodec.bytes("1"),
            "unread", StoppableCodec.bytes(listOf("z"))));

    assertThat(attributes.get("n")).isEqualTo("1");
    assertThat(codec.encodings).hasValue(0);
    list("cart");
    list("cart");
    assertThat(codec.encodings).as("on its arrival").hasValue(1);
    commit();
    assertThat(codec.encodings).as("and at the end of the request").hasValue(2);
  }
}
