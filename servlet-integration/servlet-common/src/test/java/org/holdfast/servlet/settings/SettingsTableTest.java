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

package org.holdfast.servlet.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of settings in the project's README lists each setting, and nothing else. */
class SettingsTableTest {
  private static final Path README = Path.of("../../README.md");
  private static final Pattern ROW = Pattern.compile("\\| `([A-Za-z]+)` \\|.*\\|.*\\|.*\\|");

  @Test
  void namesEachSettingOnce() throws IOException {
    String text = Files.readString(README);
    String chapter = text.substring(text.indexOf("### Configuration"));
    List<String> named =
        chapter
            .lines()
            .skip(1)
            .takeWhile(line -> !line.startsWith("#"))
            .map(ROW::matcher)
            .filter(row -> row.matches())
            .map(row -> row.group(1))
            .toList();

    assertThat(named).containsExactlyInAnyOrderElementsOf(Settings.NAMES);
  }
}
