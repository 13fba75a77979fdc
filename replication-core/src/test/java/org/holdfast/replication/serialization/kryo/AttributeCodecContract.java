// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.holdfast.replication.config.Verification;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.codec.Envelope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contract of every codec: each sample of the table comes back equal or is refused before it is
 * replicated, with the path; none is silently wrong, none fails only on reading.
 */
abstract class AttributeCodecContract {
  private final AttributeCodec codec = codec(Verification.FIRST_SIGHT);
  private final AttributeCodec careful = codec(Verification.EVERY_WRITE);

  abstract AttributeCodec codec(Verification mode);

  /** Titles of samples that this codec refuses although another keeps them. */
  Set<String> refusedBesides() {
    return Set.of();
  }

  /** Returns what the refusal of a sample has to name. */
  String pathOf(Samples.Sample sample) {
    return sample.path();
  }

  static List<Samples.Sample> kept() {
    return Samples.all().stream().filter(sample -> !sample.refused()).toList();
  }

  static List<Samples.Sample> refused() {
    return Samples.all().stream().filter(Samples.Sample::refused).toList();
  }

  @ParameterizedTest
  @MethodSource("kept")
  void givesBackAnEqualValueOfTheSameClass_orRefusesItBefore(Samples.Sample sample) {
    for (AttributeCodec each : List.of(codec, careful)) {
      if (refusedBesides().contains(sample.title())) {
        assertThatThrownBy(() -> each.check("a", sample.value()))
            .isInstanceOf(UnserializableAttributeException.class);
        continue;
      }
      each.check("a", sample.value());
      byte[] envelope = each.encode("a", sample.value());

      Object copy = each.decode("a", envelope);

      assertThat(copy.getClass()).isEqualTo(sample.type());
      assertThat(sample.view().apply(copy)).isEqualTo(sample.view().apply(sample.value()));
    }
  }

  @ParameterizedTest
  @MethodSource("kept")
  void givesTheSameBytesTwice_whenNothingChanged(Samples.Sample sample) {
    if (refusedBesides().contains(sample.title())) {
      return;
    }
    assertThat(codec.encode("a", sample.value())).isEqualTo(codec.encode("a", sample.value()));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void refusesAtCheck_whatCannotComeBack(Samples.Sample sample) {
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> codec.check("cart", sample.value()))
          .isInstanceOf(UnserializableAttributeException.class)
          .hasMessageStartingWith("attribute \"cart\": ")
          .satisfies(e -> assertThat(pathIn(e)).isEqualTo(pathOf(sample)));
    }
  }

  /**
   * The knowledge of a class from one value must not make a codec trust another value: so first all
   * values that are kept, then those of the same classes that are not.
   */
  @Test
  void keepsAndRefusesTheSame_whenItHasSeenOtherValuesOfEachClass() {
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      kept().forEach(sample -> wrong.addAll(wrongWithKept(sample)));
      refused().forEach(sample -> wrong.addAll(wrongWithRefused(sample)));
    }
    assertThat(wrong).isEmpty();
  }

  private List<String> wrongWithKept(Samples.Sample sample) {
    if (refusedBesides().contains(sample.title())) {
      return wrongWithRefused(sample);
    }
    Object copy = codec.decode("a", codec.encode("a", sample.value()));
    Object expected = sample.view().apply(sample.value());
    Object actual = sample.view().apply(copy);
    return expected.equals(actual)
        ? List.of()
        : List.of(sample + " comes back as " + actual + " instead of " + expected);
  }

  private List<String> wrongWithRefused(Samples.Sample sample) {
    List<String> accepted = new ArrayList<>();
    for (Consumer<Object> way : List.<Consumer<Object>>of(this::check, this::encode)) {
      try {
        way.accept(sample.value());
        accepted.add(sample + " is not refused");
      } catch (UnserializableAttributeException expected) {
        // As for the first value of its class.
      }
    }
    return accepted;
  }

  private void check(Object value) {
    codec.check("a", value);
  }

  private void encode(Object value) {
    byte[] unused = codec.encode("a", value);
  }

  /** The path stands between the attribute's name and the class. */
  private static String pathIn(Throwable refusal) {
    String rest = refusal.getMessage().substring("attribute \"cart\": ".length());
    int end = rest.indexOf(": ");
    int alternative = rest.indexOf(" of class ");
    return rest.substring(0, alternative >= 0 && alternative < end ? alternative : end);
  }

  @Test
  void coversAtLeast150Classes() {
    Set<Class<?>> classes = new HashSet<>();
    for (Samples.Sample sample : Samples.all()) {
      classes.add(sample.value().getClass());
    }
    System.out.printf(
        "table: %d rows, %d classes at the top%n", Samples.all().size(), classes.size());
    assertThat(classes).hasSizeGreaterThanOrEqualTo(150);
  }

  @Test
  void refusesEveryTruncationTrailingByteAndFlippedBit() {
    byte[] whole = codec.encode("a", HostileBytes.sampleMap());
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      refusedOnReading(cut);
      if (length >= Envelope.HEADER_BYTES) {
        refusedOnReading(resealed(whole, length - Envelope.HEADER_BYTES));
      }
    }
    refusedOnReading(resealed(Arrays.copyOf(whole, whole.length + 1), whole.length - 4));
    for (int bit = 0; bit < whole.length * 8; bit++) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      refusedOnReading(flipped);
    }
  }

  private static byte[] resealed(byte[] envelope, int payloadBytes) {
    byte[] payload = Arrays.copyOfRange(envelope, Envelope.HEADER_BYTES, envelope.length);
    return Envelope.seal(envelope[0], payload, payloadBytes);
  }

  private void refusedOnReading(byte[] envelope) {
    assertThatThrownBy(() -> codec.decode("a", envelope))
        .isInstanceOf(CorruptAttributeException.class)
        .hasMessageStartingWith("attribute \"a\"");
  }
}
