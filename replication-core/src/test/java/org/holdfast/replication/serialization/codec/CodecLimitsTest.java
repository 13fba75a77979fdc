// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.holdfast.replication.config.SerializationConfig;
import org.junit.jupiter.api.Test;

class CodecLimitsTest {
  @Test
  void takesEachLimitFromItsSetting() {
    SerializationConfig settings =
        SerializationConfig.builder()
            .maxAttributeBytes(1_000)
            .maxDepth(20)
            .maxDecodeMillis(700)
            .maxObjects(300)
            .maxElements(400)
            .build();

    assertThat(CodecLimits.of(settings)).isEqualTo(new CodecLimits(1_000, 20, 300, 400, 700));
  }

  @Test
  void keepsTheTighterOfTwoLimits() {
    assertThat(new CodecLimits(100, 20, 300, 40, 700).atMost(1_000, 10, 200, 50))
        .isEqualTo(new CodecLimits(100, 10, 200, 40, 700));
  }
}
