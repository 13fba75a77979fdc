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

package org.holdfast.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.holdfast.servlet.settings.Settings;
import org.junit.jupiter.api.Test;

/** The module for Jetty's distribution. */
class JettyModuleTest {
  private static final Path XML = Path.of("../jetty/src/main/jetty-base/etc/holdfast.xml");
  private static final Pattern SETTING =
      Pattern.compile("<Arg>(\\w+)</Arg><Arg><Property name=\"([\\w.]+)\" default=\"\"/></Arg>");

  /** Jetty hands over only properties that its files name, and is silent about all others. */
  @Test
  void handsEverySettingOver_butTheOneThatMeansNothingHere() throws IOException {
    List<MatchResult> settings = SETTING.matcher(Files.readString(XML)).results().toList();
    List<String> expected = new ArrayList<>(Settings.NAMES);
    expected.remove("enabled");

    assertThat(settings).extracting(each -> each.group(1)).containsExactlyElementsOf(expected);
    assertThat(settings)
        .extracting(each -> each.group(2))
        .containsExactlyElementsOf(expected.stream().map(name -> "holdfast." + name).toList());
  }
}
