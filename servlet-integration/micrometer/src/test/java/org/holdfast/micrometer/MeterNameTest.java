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

package org.holdfast.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of meters. */
class MeterNameTest {
  @ParameterizedTest
  @CsvSource({
    "created, holdfast.created, ",
    "handOvers, holdfast.hand.overs, ",
    "bytesSent, holdfast.sent.bytes, bytes",
    "writes, holdfast.writes, writes",
    "handshakesRejected, holdfast.rejected.handshakes, handshakes",
    "unreadableAttributes, holdfast.unreadable.attributes, attributes"
  })
  void endsInItsUnit_whereItHasOne(String counter, String name, String unit) {
    assertThat(MeterName.of(counter)).isEqualTo(new MeterName(name, unit));
  }
}
