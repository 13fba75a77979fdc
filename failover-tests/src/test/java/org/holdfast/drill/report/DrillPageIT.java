// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.nio.file.Path;
import org.holdfast.drill.page.Chromium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of a drill in a real browser without a network: what is drawn must be seen. */
@Timeout(120)
class DrillPageIT {
  private static final int WIDTH = 1_240;
  private static final int HEIGHT = 2_900;

  @TempDir private Path directory;

  @Test
  void showsItsCurvesAndFaults_inChromiumWithoutANetwork() throws Exception {
    BufferedImage seen = new Chromium(directory).look(page(), WIDTH, HEIGHT);

    assertThat(Chromium.pixels(seen, 0x1f5fa8)).as("first curves").isGreaterThan(500);
    assertThat(Chromium.pixels(seen, 0xc7641a)).as("second curves").isGreaterThan(300);
    assertThat(Chromium.pixels(seen, 0x2a7d4f)).as("third curves").isGreaterThan(100);
    assertThat(Chromium.pixels(seen, 0x8a1c7c)).as("lines where faults began").isGreaterThan(1_000);
    assertThat(Chromium.pixels(seen, 0xf3e6f1)).as("time of the pause").isGreaterThan(50_000);
  }

  @Test
  void turnsDark_forWhoPrefersIt() throws Exception {
    BufferedImage seen = new Chromium(directory).lookInTheDark(page(), WIDTH, HEIGHT);

    assertThat(Chromium.pixels(seen, 0x16181b)).as("page").isGreaterThan(WIDTH * HEIGHT / 2);
    assertThat(Chromium.pixels(seen, 0x6cabf0)).as("first curves").isGreaterThan(500);
    assertThat(Chromium.pixels(seen, 0xffffff)).as("what stayed white").isLessThan(1_000);
  }

  @Test
  void hasItsPicturesAndTables_asChromiumReadsIt() throws Exception {
    String document = new Chromium(directory).document(page());

    assertThat(document.split("<svg class=\"plot\"", -1)).hasSize(11);
    assertThat(document.split("<table>", -1)).hasSize(9);
    assertThat(document).contains("What was asked for", "</html>");
  }

  private Path page() throws Exception {
    Path page = directory.resolve("drill.html");
    DrillHtml.write(Timelines.report(), page);
    return page;
  }
}
