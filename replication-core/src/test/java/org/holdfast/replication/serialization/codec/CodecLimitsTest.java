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
