// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.holdfast.drill.crowd.FollowCounters;
import org.holdfast.drill.crowd.ThinkFrom;
import org.holdfast.drill.load.FailureKind;
import org.holdfast.drill.load.ThinkTime;
import org.junit.jupiter.api.Test;

/**
 * Builds that write different letters must have different format numbers, as they may have the same
 * version: an old worker would drop what it cannot read.
 */
class LetterFormatTest {
  private static final int OF_FORMAT_5 = -1_350_450_737;

  @Test
  void hasANewNumber_whenALetterHasChanged() {
    String letters =
        Stream.concat(
                Arrays.stream(Letter.class.getPermittedSubclasses()),
                Stream.of(
                    FailureKind.class,
                    FollowCounters.class,
                    ThinkFrom.class,
                    ThinkTime.Distribution.class))
            .map(LetterFormatTest::describe)
            .sorted()
            .collect(Collectors.joining("\n"));

    assertThat(letters.hashCode())
        .as("letters changed: raise WorkerCrew.FORMAT, and then this, for %n%s", letters)
        .isEqualTo(OF_FORMAT_5);
    assertThat(WorkerCrew.FORMAT).isEqualTo(5);
  }

  /** Name and components, those of our own records in turn. */
  private static String describe(Class<?> type) {
    if (type.isEnum()) {
      return type.getSimpleName() + names(type);
    }
    if (!type.isRecord() || !type.getName().startsWith("org.holdfast.")) {
      return type.getSimpleName();
    }
    return type.getSimpleName()
        + Arrays.stream(type.getRecordComponents())
            .map(component -> component.getName() + ":" + describeType(component))
            .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String names(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> ((Enum<?>) constant).name())
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String describeType(RecordComponent component) {
    String generic = component.getGenericType().getTypeName();
    return Stream.concat(
            Stream.of(describe(component.getType())),
            Arrays.stream(Letter.class.getDeclaredClasses())
                .filter(nested -> generic.contains("<" + nested.getName() + ">"))
                .map(LetterFormatTest::describe))
        .collect(Collectors.joining(" of "));
  }
}
