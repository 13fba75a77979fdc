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

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
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
    Path picture = directory.resolve("capacity.png");

    run(
        "--screenshot=" + picture,
        "--window-size=" + WIDTH + "," + HEIGHT,
        page.toUri().toString());

    BufferedImage seen = ImageIO.read(picture.toFile());
    assertThat(seen.getWidth()).isEqualTo(WIDTH);
    assertThat(pixels(seen, 0x1f5fa8)).as("first curve of each picture").isGreaterThan(500);
    assertThat(pixels(seen, 0xc7641a)).as("second curve").isGreaterThan(100);
    assertThat(pixels(seen, 0xb3261e)).as("bounds and cap").isGreaterThan(100);
  }

  @Test
  void hasFourPicturesInItsDocument_asChromiumReadsIt() throws Exception {
    Path page = directory.resolve("capacity.html");
    CapacityHtml.write(CapacityReportTest.report(), page);

    String document = run("--dump-dom", page.toUri().toString());

    assertThat(document.split("<svg class=\"plot\"", -1)).hasSize(5);
    assertThat(document).contains("Validity of each stage", "</html>");
  }

  private static long pixels(BufferedImage image, int colour) {
    long count = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        count += (image.getRGB(x, y) & 0xffffff) == colour ? 1 : 0;
      }
    }
    return count;
  }

  private String run(String... arguments) throws Exception {
    Optional<Path> chromium = chromium();
    if (chromium.isEmpty()) {
      System.err.println(
          "SKIPPED: no chromium, chromium-browser or google-chrome on the PATH, so nobody has looked"
              + " at the report's page (apt-get install chromium)");
    }
    assumeTrue(chromium.isPresent(), "browser tests skipped: no Chromium on the PATH");
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            chromium.orElseThrow().toString(),
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--force-device-scale-factor=1",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            "--user-data-dir=" + directory.resolve("profile")));
    command.addAll(Arrays.asList(arguments));
    Path out = directory.resolve("out");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(directory.resolve("err").toFile())
            .start();
    try {
      assertThat(process.waitFor(90, TimeUnit.SECONDS)).as("chromium ended").isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    assertThat(process.exitValue())
        .as(Files.readString(directory.resolve("err"), StandardCharsets.UTF_8))
        .isZero();
    return Files.readString(out, StandardCharsets.UTF_8);
  }

  private static Optional<Path> chromium() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(
            name ->
                Arrays.stream(path.split(File.pathSeparator, -1))
                    .map(directory -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
