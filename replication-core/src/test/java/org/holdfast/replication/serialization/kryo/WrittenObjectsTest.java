// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
