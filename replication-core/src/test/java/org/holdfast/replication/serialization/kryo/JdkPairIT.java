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

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The table of samples, written under this JDK and read under another, and the other way round,
 * without {@code --add-opens}. The other JDK is given by {@code -Dother.jdk=HOME} or found in
 * {@code OTHER_JAVA_HOME}, {@code JAVA_HOME_25_X64} or {@code JAVA_HOME_17_X64}, if it has another
 * version.
 */
class JdkPairIT {
  @TempDir private Path directory;
  private static Path other;

  @BeforeAll
  static void findsTheOtherJdk() {
    String reason =
        "JdkPairIT skipped: no other JDK; give its home by -Dother.jdk=HOME or OTHER_JAVA_HOME";
    other =
        Stream.of(
                System.getProperty("other.jdk"),
                System.getenv("OTHER_JAVA_HOME"),
                System.getenv("JAVA_HOME_25_X64"),
                System.getenv("JAVA_HOME_17_X64"))
            .filter(home -> home != null && !home.isBlank())
            .map(Path::of)
            .filter(home -> Files.isExecutable(home.resolve("bin/java")) && !isThis(home))
            .findFirst()
            .orElse(null);
    if (other == null) {
      System.err.println(reason);
    }
    assumeTrue(other != null, reason);
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

  private static boolean isThis(Path home) {
    try {
      return home.toRealPath().equals(thisJdk().toRealPath());
    } catch (IOException e) {
      return true; // unusable, so not an other one
    }
  }
}
