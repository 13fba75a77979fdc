// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * That {@code mutants.txt} cannot shrink unseen: {@link ProtocolMutationIT} asks only for what it
 * names.
 */
class MutantListTest {
  private static final int RULES = 22;

  /** Mistakes that somebody might look for by name; the simulator has to find each. */
  private static final List<String> BY_NAME =
      List.of(
          "fencing-off",
          "promise-not-kept",
          "acquire-from-one-holder",
          "step-down-without-adopting",
          "delta-applied-off-base",
          "tombstone-dropped",
          "released-before-protected",
          "ack-of-an-old-epoch-counts",
          "lease-restarted-at-takeover");

  /** Rules of what the simulator does not contain: what stands on the protocol. */
  private static final List<String> ABOVE_THE_PROTOCOL = List.of("21");

  @Test
  void namesAHundredMistakes_eachOnce_mostForTheSimulator() throws IOException {
    List<Mutant> all = MutantReader.all();

    assertThat(all).extracting(Mutant::name).doesNotHaveDuplicates();
    assertThat(all).hasSizeGreaterThanOrEqualTo(150);
    assertThat(all.stream().filter(mutant -> !mutant.directed()).count())
        .as("for the simulator")
        .isGreaterThanOrEqualTo(100);
  }

  /** An entry that names no mutant any more would be skipped in silence. */
  @Test
  void remembersWhereTheyWereFound_ofTheseOnly() throws IOException {
    try (InputStream found = MutantListTest.class.getResourceAsStream("mutants-found.txt")) {
      String text = new String(requireNonNull(found).readAllBytes(), StandardCharsets.UTF_8);

      assertThat(text.lines().map(line -> line.split(" ", 2)[0]))
          .isSubsetOf(MutantReader.all().stream().map(Mutant::name).toList());
    }
  }

  @Test
  void hasMistakesOfEveryRule_forTheSimulatorWhereItContainsThat() throws IOException {
    List<Mutant> all = MutantReader.all();
    List<String> rules = IntStream.rangeClosed(1, RULES).mapToObj(Integer::toString).toList();

    assertThat(all).extracting(Mutant::rule).containsAll(rules);
    assertThat(rules)
        .allSatisfy(
            rule ->
                assertThat(all)
                    .as("mistakes of rule " + rule)
                    .anyMatch(
                        mutant ->
                            mutant.rule().equals(rule)
                                && (!mutant.directed() || ABOVE_THE_PROTOCOL.contains(rule))));
  }

  @Test
  void hasTheMistakesThatEverybodyThinksOf_forTheSimulator() throws IOException {
    assertThat(MutantReader.all())
        .filteredOn(mutant -> !mutant.directed())
        .extracting(Mutant::name)
        .containsAll(BY_NAME);
  }

  @Test
  void changesSomethingInEachMutant() throws IOException {
    assertThat(MutantReader.all())
        .allSatisfy(
            mutant ->
                assertThat(mutant.edits())
                    .as(mutant.name())
                    .isNotEmpty()
                    .allSatisfy(
                        edit ->
                            assertThat(edit.original())
                                .isNotBlank()
                                .isNotEqualTo(edit.replacement())));
  }

  /** Told here within a second, not minutes into the search for them. */
  @Test
  void matchesTheSourcesOnce_withEachMutant() throws IOException {
    for (Mutant mutant : MutantReader.all()) {
      assertThat(MutatedProtocol.changed(mutant)).as(mutant.name()).isNotEmpty();
    }
  }

  // how it is written

  @Test
  void readsWhoHasToNotice_andWhatIsChanged() {
    List<Mutant> read =
        MutantReader.read(
            List.of(
                "# a comment",
                "rule 7  # some words",
                "mutant one",
                "file A.java",
                "-x",
                "-y",
                "+z",
                "mutant two",
                "seeds 900 consistent",
                "file A.java",
                "-x",
                "+",
                "file session/B.java",
                "-y",
                "+z",
                "mutant three",
                "directed nobody looks there",
                "file C.java",
                "-x",
                "+y"));

    assertThat(read)
        .containsExactly(
            new Mutant(
                "one",
                "7",
                "",
                Mutant.Seeds.USUAL,
                List.of(new Mutant.Edit("protocol/A.java", "x\ny", "z"))),
            new Mutant(
                "two",
                "7",
                "",
                new Mutant.Seeds(900, Mutant.Plans.CONSISTENT),
                List.of(
                    new Mutant.Edit("protocol/A.java", "x", ""),
                    new Mutant.Edit("session/B.java", "y", "z"))),
            new Mutant(
                "three",
                "7",
                "nobody looks there",
                Mutant.Seeds.USUAL,
                List.of(new Mutant.Edit("protocol/C.java", "x", "y"))));
    assertThat(read).extracting(Mutant::directed).containsExactly(false, false, true);
    assertThat(read).extracting(Mutant::isOfSession).containsExactly(false, true, false);
  }

  @Test
  void refusesALineOfNoKnownKind_aMutantThatChangesNothing_andOneThatIsDirectedWithoutAReason() {
    assertThatThrownBy(() -> MutantReader.read(List.of("mutnat one")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mutnat one");
    assertThatThrownBy(() -> MutantReader.read(List.of("mutant one", "mutant two")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("one");
    assertThatThrownBy(() -> MutantReader.read(List.of("mutant one", "directed")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("directed");
    assertThatThrownBy(() -> MutantReader.read(List.of("mutant one directed")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("one directed");
    assertThatThrownBy(() -> MutantReader.read(List.of("mutant one", "seeds 9 of few")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("seeds 9 of few");
  }
}
