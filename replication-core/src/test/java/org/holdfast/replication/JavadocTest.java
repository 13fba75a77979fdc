// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the first words of all Javadocs in core, integrations and history checker. */
class JavadocTest {
  private static final Path ROOT = Path.of(System.getProperty("basedir", ""), "..");

  private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);

  /** Words that begin a fragment instead of a verb phrase or a noun phrase. */
  private static final Pattern FRAGMENT =
      Pattern.compile(
          "[\\s*]*(Above|After|Also|Always|And|As|At|Because|Before|Behind|Below|Beside|Besides|But|By|Else"
              + "|False|For|From|How|If|In|Instead|Like|Negative|Neither|Never|Not|Null|Of|On|Once|Only|Or|Same"
              + "|Since|So|Than|That|Then|Those|To|True|Under|Unless|Until|What|Whatever|When|Where|Wherever|Whether"
              + "|Which|While|Who|Whoever|Whom|Whose|With|Without|Zero)\\b.*",
          Pattern.DOTALL);

  @Test
  void beginsWithAVerbOrANoun() throws IOException {
    List<String> fragments = new ArrayList<>();
    for (Path file : sources()) {
      Matcher javadocs = JAVADOC.matcher(Files.readString(file));
      while (javadocs.find()) {
        String text = javadocs.group(1);
        if (FRAGMENT.matcher(text).matches()) {
          fragments.add(file.getFileName() + ": " + text.strip().lines().findFirst().orElse(""));
        }
      }
    }

    assertThat(fragments).isEmpty();
  }

  private static List<Path> sources() throws IOException {
    List<Path> found = new ArrayList<>();
    for (String module :
        List.of("replication-core", "servlet-integration", "failover-tests/history")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module))) {
        files
            .filter(file -> file.toString().contains("/src/main/java/"))
            .filter(file -> file.toString().endsWith(".java"))
            .forEach(found::add);
      }
    }
    return found;
  }
}
