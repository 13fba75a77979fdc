// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
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

/**
 * A browser without a window and without a network. Skips the test, and says so, where there is no
 * Chromium; fails it if a page makes the browser complain.
 */
public final class Chromium {
  private static final int LONGEST_SECONDS = 90;

  private final Path directory;

  /**
   * @param directory for its profile and what it writes
   */
  public Chromium(Path directory) {
    this.directory = directory;
  }

  /** What {@code page} looks like in light. */
  public BufferedImage look(Path page, int width, int height)
      throws IOException, InterruptedException {
    return look(page, width, height, "Light");
  }

  /** What it looks like to who prefers it dark. */
  public BufferedImage lookInTheDark(Path page, int width, int height)
      throws IOException, InterruptedException {
    return look(page, width, height, "Dark");
  }

  private BufferedImage look(Path page, int width, int height, String scheme)
      throws IOException, InterruptedException {
    Path picture = directory.resolve("picture.png");
    String unused =
        run(
            "--screenshot=" + picture,
            "--window-size=" + width + "," + height,
            "--blink-settings=preferredColorScheme=" + (scheme.equals("Dark") ? 0 : 1),
            page.toUri().toString());
    BufferedImage seen = ImageIO.read(picture.toFile());
    assertThat(seen.getWidth()).isEqualTo(width);
    return seen;
  }

  /** Its document as the browser reads it. */
  public String document(Path page) throws IOException, InterruptedException {
    return run("--dump-dom", page.toUri().toString());
  }

  /** How many of {@code image}'s points are just of that colour. */
  public static long pixels(BufferedImage image, int colour) {
    long count = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        count += (image.getRGB(x, y) & 0xffffff) == colour ? 1 : 0;
      }
    }
    return count;
  }

  private String run(String... arguments) throws IOException, InterruptedException {
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
            "--enable-logging=stderr",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            "--user-data-dir=" + directory.resolve("profile")));
    command.addAll(Arrays.asList(arguments));
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).as("chromium ended").isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    String complaints = Files.readString(err, StandardCharsets.UTF_8);
    assertThat(process.exitValue()).as(complaints).isZero();
    assertThat(complaints.lines()).as("console").noneMatch(line -> line.contains(":CONSOLE"));
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
