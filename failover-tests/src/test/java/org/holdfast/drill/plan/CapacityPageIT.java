// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.nio.file.Path;
import org.holdfast.drill.page.Chromium;
import org.holdfast.drill.plan.report.CapacityHtml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The report's page in a real browser without a network: what is drawn must be seen. */
@Timeout(120)
class CapacityPageIT {
  private static final int WIDTH = 1_240;
  private static final int HEIGHT = 2_200;

  @TempDir private Path directory;

  @Test
  void showsItsPictures_inChromiumWithoutANetwork() throws Exception {
    Path page = directory.resolve("capacity.html");
    CapacityHtml.write(CapacityReportTest.report(), page);

    BufferedImage seen = new Chromium(directory).look(page, WIDTH, HEIGHT);

    assertThat(seen.getWidth()).isEqualTo(WIDTH);
    assertThat(Chromium.pixels(seen, 0x1f5fa8))
        .as("first curve of each picture")
        .isGreaterThan(500);
    assertThat(Chromium.pixels(seen, 0xc7641a)).as("second curve").isGreaterThan(100);
    assertThat(Chromium.pixels(seen, 0xb3261e)).as("bounds and cap").isGreaterThan(100);
  }

  @Test
  void hasFourPicturesInItsDocument_asChromiumReadsIt() throws Exception {
    Path page = directory.resolve("capacity.html");
    CapacityHtml.write(CapacityReportTest.report(), page);

    String document = new Chromium(directory).document(page);

    assertThat(document.split("<svg class=\"plot\"", -1)).hasSize(5);
    assertThat(document).contains("Validity of each stage", "</html>");
  }
}
