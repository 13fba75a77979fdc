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

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every sample comes back equal or is refused before it is replicated; none is silently wrong, none
 * fails only on reading.
 */
class AttributeRoundTripTest {
  private final KryoAttributeCodec codec =
      new KryoAttributeCodec(getClass().getClassLoader(), ClassFilter.DEFAULT, CodecLimits.DEFAULT);

  static List<Samples.Sample> kept() {
    return Samples.all().stream().filter(sample -> !sample.refused()).toList();
  }

  static List<Samples.Sample> refused() {
    return Samples.all().stream().filter(Samples.Sample::refused).toList();
  }

  @ParameterizedTest
  @MethodSource("kept")
  void givesBackAnEqualValueOfTheSameClass(Samples.Sample sample) {
    codec.check("a", sample.value());
    byte[] envelope = codec.encode("a", sample.value());

    Object copy = codec.decode("a", envelope);

    assertThat(copy.getClass()).isEqualTo(sample.value().getClass());
    assertThat(sample.view().apply(copy)).isEqualTo(sample.view().apply(sample.value()));
  }

  @ParameterizedTest
  @MethodSource("kept")
  void givesTheSameBytesTwice_whenNothingChanged(Samples.Sample sample) {
    assertThat(codec.encode("a", sample.value())).isEqualTo(codec.encode("a", sample.value()));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void refusesAtCheck_whatCannotComeBack(Samples.Sample sample) {
    assertThatThrownBy(() -> codec.check("cart", sample.value()))
        .isInstanceOf(UnserializableAttributeException.class)
        .hasMessageStartingWith("attribute \"cart\"");
    assertThatThrownBy(() -> codec.check("cart", sample.value()))
        .isInstanceOf(UnserializableAttributeException.class);
  }

  @Test
  void coversMoreThanAHundredValues() {
    assertThat(Samples.all()).hasSizeGreaterThan(150);
  }
}
