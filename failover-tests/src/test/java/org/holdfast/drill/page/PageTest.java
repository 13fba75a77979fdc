// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
  @TempDir private Path directory;

  @Test
  void escapesTextButNotItsForm() throws Exception {
    assertThat(written(new Page("a < b").add("<i>%s %d</i>", "\"it's\" <b> & 5 %", 7)))
        .contains("<title>a &lt; b</title>", "<h1>a &lt; b</h1>")
        .contains("<i>&quot;it&#39;s&quot; &lt;b&gt; &amp; 5 % 7</i>");
  }

  @Test
  void takesAFormWithoutArgumentsAsItIs() throws Exception {
    assertThat(written(new Page("title").add("<th>CPU %<th>"))).contains("<th>CPU %<th>");
  }

  @Test
  void givesAVerdictItsColour_andNoColonWithoutWords() throws Exception {
    assertThat(
            written(
                new Page("title")
                    .verdict(Page.Tone.BAD, "broken", "<lost>")
                    .verdict(Page.Tone.DOUBTFUL, "invalid", "")))
        .contains("<p class=\"verdict bad\"><b>broken</b>: &lt;lost&gt;</p>")
        .contains("<p class=\"verdict doubtful\"><b>invalid</b></p>");
  }

  private String written(Page page) throws Exception {
    Path file = directory.resolve("page.html");
    page.write(file);
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
