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

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenObjectsTest {
  private final WrittenObjects written = new WrittenObjects();

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 65, 1_000, 70_000})
  void numbersObjectsByIdentity_andForgetsThemWhenItIsCleared(int count) {
    List<Object> objects = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      objects.add(new ArrayList<>()); // all are equal
    }
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < count; i++) {
        assertThat(written.find(objects.get(i))).isEqualTo(-1);
        assertThat(written.addProbed(objects.get(i))).isEqualTo(i);
      }
      for (int i = 0; i < count; i++) {
        assertThat(written.find(objects.get(i))).isEqualTo(i);
      }
      assertThat(written.find(new ArrayList<>())).isEqualTo(-1);
      written.clear();
    }
  }
}
