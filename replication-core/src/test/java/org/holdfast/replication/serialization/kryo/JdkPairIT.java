// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The table of samples, written under this JDK and read under another, and the other way round,
 * without {@code --add-opens}. The other JDK is given by {@code -Dother.jdk=HOME} or by {@code
 * OTHER_JAVA_HOME}; else it is the newest of another version beside this one, or in {@code
 * JAVA_HOME_25_X64} or {@code JAVA_HOME_17_X64}.
 */
class JdkPairIT {
  @TempDir private Path directory;
  private static Path other;

  @BeforeAll
  static void findsTheOtherJdk() {
    String reason =
        "JdkPairIT SKIPPED: no JDK of another version; give its home by -Dother.jdk=HOME or"
            + " OTHER_JAVA_HOME";
    other = given().or(JdkPairIT::newest).orElse(null);
    if (other == null) {
      System.err.println("=".repeat(80) + "\n" + reason + "\n" + "=".repeat(80));
    }
    assumeTrue(other != null, reason);
  }

  /** A JDK that is named is required: one that cannot be used is an error. */
  private static Optional<Path> given() {
    return Stream.of(System.getProperty("other.jdk"), System.getenv("OTHER_JAVA_HOME"))
        .filter(home -> home != null && !home.isBlank())
        .map(Path::of)
        .peek(home -> assertThat(home.resolve("bin/java")).isExecutable())
        .findFirst();
  }

  private static Optional<Path> newest() {
    return Stream.concat(
            Stream.of("JAVA_HOME_25_X64", "JAVA_HOME_17_X64")
                .map(System::getenv)
                .filter(home -> home != null && !home.isBlank())
                .map(Path::of),
            siblings().stream())
        .filter(home -> Files.isExecutable(home.resolve("bin/java")))
        .filter(home -> version(home) >= 17 && version(home) != Runtime.version().feature())
        .max(Comparator.comparingInt(JdkPairIT::version));
  }

  /** The usual place for several JDKs is one directory. */
  private static List<Path> siblings() {
    try (Stream<Path> homes = Files.list(thisJdk().toRealPath().resolve(".."))) {
      return homes.toList();
    } catch (IOException e) {
      return List.of(); // an odd place: then there is none beside this one
    }
  }

  /** Returns 0 if the directory does not say which version it is. */
  private static int version(Path home) {
    try {
      return Files.readString(home.resolve("release"))
          .lines()
          .filter(line -> line.startsWith("JAVA_VERSION="))
          .map(line -> line.replaceAll("[^0-9.]", "").split("[.]")[0])
          .mapToInt(Integer::parseInt)
          .findFirst()
          .orElse(0);
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }

  @Test
  @Timeout(120)
  void readsTheEnvelopesOfAnOtherJdk() throws Exception {
    run(other, "write");
    run(thisJdk(), "read");
  }

  @Test
  @Timeout(120)
  void isReadByAnOtherJdk() throws Exception {
    run(thisJdk(), "write");
    run(other, "read");
  }

  private void run(Path jdk, String mode) throws IOException, InterruptedException {
    Path output = directory.resolve(mode + ".log");
    Process process =
        new ProcessBuilder(
                jdk.resolve("bin/java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                JdkPairPeer.class.getName(),
                mode,
                directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      boolean ended = process.waitFor(50, TimeUnit.SECONDS);
      String said = Files.readString(output);
      System.out.print(said);
      assertThat(ended).as("ended within 50 s: %s", said).isTrue();
      assertThat(process.exitValue()).as(said).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  private static Path thisJdk() {
    return Path.of(System.getProperty("java.home"));
  }
}
