// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The contract that the document of an integration lists each point that it cannot hold: in a table
 * between the lines {@code <!-- exemptions -->} and {@code <!-- /exemptions -->}, whose rows are
 * {@code | point | reason |} in the words of the {@link Exemption}.
 */
public abstract class ExemptionContract {
  private static final String BEGIN = "<!-- exemptions -->";
  private static final String END = "<!-- /exemptions -->";

  protected abstract ContainerUnderTest container();

  /** Returns the path of the document, from the directory of the module. */
  protected abstract Path document();

  @Test
  void areListedInTheDocument_andNoOthers() throws IOException {
    String text = Files.readString(document());
    assertThat(text).as(document() + " marks its exemptions").contains(BEGIN, END);
    List<String> rows =
        text.substring(text.indexOf(BEGIN), text.indexOf(END))
            .lines()
            .filter(line -> line.startsWith("| `"))
            .toList();

    assertThat(rows)
        .containsExactlyInAnyOrderElementsOf(
            container().exemptions().stream()
                .map(exemption -> "| `" + exemption.point() + "` | " + exemption.reason() + " |")
                .toList());
  }

  @Test
  void namePointsThatExist() {
    Set<String> points = new TreeSet<>();
    for (Class<?> topic : HttpSessionContract.class.getDeclaredClasses()) {
      points.add(topic.getSimpleName());
      points.addAll(
          testsOf(topic.getSuperclass())
              .map(method -> topic.getSimpleName() + "." + method.getName())
              .collect(Collectors.toSet()));
    }

    assertThat(points)
        .containsAll(container().exemptions().stream().map(Exemption::point).toList());
  }

  private static Stream<Method> testsOf(Class<?> topic) {
    return Arrays.stream(topic.getDeclaredMethods())
        .filter(method -> method.getReturnType() == void.class);
  }
}
