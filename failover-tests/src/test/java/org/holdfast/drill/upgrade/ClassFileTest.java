// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
