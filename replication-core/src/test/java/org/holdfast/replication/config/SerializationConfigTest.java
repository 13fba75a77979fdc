// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SerializationConfigTest {
  @Test
  void allowsNoFurtherClassesAndSixteenMebibytes_byDefault() {
    assertThat(SerializationConfig.builder().build())
        .isEqualTo(SerializationConfig.DEFAULT)
        .isEqualTo(
            new SerializationConfig(
                "",
                "",
                UnreadablePolicy.DROP_ATTRIBUTE,
                16_777_216,
                400,
                1_000_000,
                16_777_216,
                5_000,
                Verification.FIRST_SIGHT,
                CodecChoice.KRYO));
  }

  @Test
  void takesTheBoundsThemselves() {
    int most = Integer.MAX_VALUE;

    assertThat(withLimits(64, 8, 16, 16)).isEqualTo(limits(64, 8, 16, 16).build());
    assertThat(withLimits(1 << 30, 2_000, most, most))
        .isEqualTo(limits(1 << 30, 2_000, most, most).build());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          63         | 8    | 16 | 16 | maxAttributeBytes must be between 64 and 1073741824, was 63
          1073741825 | 8    | 16 | 16 | maxAttributeBytes must be between 64 and 1073741824, was 1073741825
          64         | 7    | 16 | 16 | maxDepth must be between 8 and 2000, was 7
          64         | 2001 | 16 | 16 | maxDepth must be between 8 and 2000, was 2001
          64         | 8    | 15 | 16 | maxObjects must be between 16 and 2147483647, was 15
          64         | 8    | 16 | 15 | maxElements must be between 16 and 2147483647, was 15
          """)
  void refusesAValueOutOfItsRange_namingSettingValueAndBounds(
      int bytes, int depth, int objects, int elements, String message) {
    SerializationConfigBuilder builder = limits(bytes, depth, objects, elements);

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void bindsReadingToATimeWithinItsRange() {
    for (int millis : new int[] {100, 600_000}) {
      assertThat(SerializationConfig.builder().maxDecodeMillis(millis).build().maxDecodeMillis())
          .isEqualTo(millis);
    }
    for (int millis : new int[] {99, 600_001}) {
      SerializationConfigBuilder builder = SerializationConfig.builder().maxDecodeMillis(millis);

      assertThatThrownBy(builder::build)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("maxDecodeMillis must be between 100 and 600000, was " + millis);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "a.B",
    "a.B=",
    "=a.B",
    "a.B=c.D;a.B",
    "a.B=c.D=e.F",
    "a.B=c D",
  })
  void refusesAliasesThatAreNoPairsOfNames(String aliases) {
    SerializationConfigBuilder builder = SerializationConfig.builder().classAliases(aliases);

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("classAliases must have entries wire.Name=local.Name, had \"");
  }

  @Test
  void takesAliasesWithSpacesAndEmptyEntries() {
    String aliases = " a.B = c.D ;; e.F$G=e.H;";

    assertThat(SerializationConfig.builder().classAliases(aliases).build().classAliases())
        .isEqualTo(aliases);
  }

  private static SerializationConfig withLimits(int bytes, int depth, int objects, int elements) {
    return new SerializationConfig(
        "",
        "",
        UnreadablePolicy.DROP_ATTRIBUTE,
        bytes,
        depth,
        objects,
        elements,
        5_000,
        Verification.FIRST_SIGHT,
        CodecChoice.KRYO);
  }

  private static SerializationConfigBuilder limits(
      int bytes, int depth, int objects, int elements) {
    return SerializationConfig.builder()
        .maxAttributeBytes(bytes)
        .maxDepth(depth)
        .maxObjects(objects)
        .maxElements(elements);
  }
}
