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

package org.holdfast.drill.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.holdfast.drill.Seeds;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClassFileTest {
  private static final int CASES = 20_000;

  @TempDir private Path directory;

  /** The first 20,000 cases of seed 3 met each exception that ASM throws. */
  static LongStream seeds() {
    return LongStream.of(3, Seeds.one());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void refusesDamagedFilesWithAReason(long seed) throws Exception {
    CompiledClasses.compile(
        directory,
        "record Cart(int a, List<String> b) implements Serializable { enum E { A { } } }");
    byte[] bytes = Files.readAllBytes(directory.resolve("shop/Cart.class"));
    Random random = new Random(seed);
    int refused = 0;
    for (int i = 0; i < CASES; i++) {
      byte[] damaged = bytes.clone();
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      if (random.nextInt(4) == 0) {
        damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
      }
      try {
        ClassFile.parse(damaged);
      } catch (IllegalArgumentException e) {
        assertThat(e.getMessage()).as("seed %d, case %d", seed, i).isNotBlank();
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(CASES / 10);
  }
}
