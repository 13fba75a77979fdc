// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.fuzz;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether a fuzzer would find anything. */
class FuzzerTest {
  private static final Fuzzer.Allowance SOME = new Fuzzer.Allowance(100_000, 10);

  private static final Fuzzer.Allowance MUCH = new Fuzzer.Allowance(10_000_000, 10);

  @TempDir Path directory;

  private final List<byte[]> seen = new ArrayList<>();

  @Test
  void beginsWithTheCorpus_andMakesTheSameInputsOfTheSameSeed() throws Exception {
    fuzzer(7).feed(SOME, this::see);
    List<byte[]> first = List.copyOf(seen);
    seen.clear();
    fuzzer(7).feed(SOME, this::see);
    List<byte[]> again = List.copyOf(seen);
    seen.clear();
    fuzzer(8).feed(SOME, this::see);

    assertThat(first).hasSizeGreaterThan(1_000);
    assertThat(first.get(0)).asString(US_ASCII).isEqualTo("a valid input");
    assertThat(again).containsExactlyElementsOf(first);
    assertThat(seen.subList(1, 100)).isNotEqualTo(first.subList(1, 100));
  }

  private String see(byte[] input) {
    seen.add(input);
    return "as always";
  }

  @Test
  void keepsAnInputThatFails_asALineForTheCorpus() throws Exception {
    assertThatThrownBy(
            () ->
                fuzzer(7)
                    .feed(
                        SOME,
                        input -> {
                          if (input.length > 3 && input[3] == 'x') {
                            throw new IllegalStateException("planted");
                          }
                          return "fine";
                        }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("of seed 7", directory.resolve("port.txt").toString())
        .hasRootCauseMessage("planted");
    List<String> lines = Files.readAllLines(directory.resolve("port.txt"));
    assertThat(lines).singleElement().asString().matches("found-[0-9a-f]+ [0-9a-f]{6}78[0-9a-f]*");
  }

  /** Two bytes are found one after the other, since the first one makes another answer. */
  @Test
  void goesOnFromInputs_thatAreAnsweredAsNoneBefore() {
    byte[] wanted = {'w', 'x'};
    assertThatThrownBy(
            () ->
                fuzzer(7, 10_000)
                    .feed(
                        SOME,
                        input -> {
                          int right = 0;
                          while (right < Math.min(2, input.length)
                              && input[right] == wanted[right]) {
                            right++;
                          }
                          if (right == 2) {
                            throw new IllegalStateException("found");
                          }
                          return "x".repeat(right);
                        }))
        .hasRootCauseMessage("found");
  }

  @Test
  void noticesAnAllocation_thatIsOutOfProportion() {
    assertThatThrownBy(
            () ->
                fuzzer(7)
                    .feed(
                        SOME, input -> input.length > 20 ? "" + new byte[1 << 20].length : "small"))
        .hasStackTraceContaining("have 1,048,");
  }

  @Test
  void noticesAClass_thatIsLoadedByItsName() {
    assertThatThrownBy(() -> fuzzer(7).feed(MUCH, FuzzerTest::deserialized))
        .hasMessageContaining("had a class loaded");
  }

  /** A reader that is not to be: what it reads is none of its own classes. */
  private static String deserialized(byte[] input) throws IOException {
    for (int at = 0; at < input.length - 4; at++) {
      if (input[at] == (byte) 0xac && input[at + 1] == (byte) 0xed) {
        try (ObjectInputStream in =
            new ObjectInputStream(new ByteArrayInputStream(input, at, input.length - at))) {
          return "read " + in.readObject();
        } catch (IOException | ClassNotFoundException | RuntimeException refused) {
          return "refused";
        }
      }
    }
    return "none";
  }

  @Test
  void damagesInputs_inEachWayWithinTheBound() {
    Random random = new Random(1);
    byte[] large = new byte[Mutator.MOST_BYTES];
    random.nextBytes(large);
    Mutator mutator = new Mutator(3, LoadedClasses.bait());
    int longer = 0;
    int shorter = 0;
    for (int i = 0; i < 2_000; i++) {
      int length = mutator.next(List.of(new byte[100])).length;
      longer += length > 100 ? 1 : 0;
      shorter += length < 100 ? 1 : 0;
      assertThat(mutator.next(List.of(large, new byte[0])).length)
          .isLessThanOrEqualTo(Mutator.MOST_BYTES);
    }
    assertThat(longer).isBetween(200, 1_800);
    assertThat(shorter).isBetween(200, 1_800);
  }

  private Fuzzer fuzzer(long seed) {
    return fuzzer(seed, 20);
  }

  private Fuzzer fuzzer(long seed, int looks) {
    long[] calls = {0};
    return new Fuzzer(
        FuzzTarget.PORT,
        Map.of("valid", "a valid input".getBytes(US_ASCII)),
        directory,
        seed,
        () -> calls[0]++ * FuzzTarget.PORT.nanos() / looks);
  }
}
