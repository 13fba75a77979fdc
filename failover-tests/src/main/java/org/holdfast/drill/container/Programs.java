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

package org.holdfast.drill.container;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Runs programs of this machine. */
final class Programs {
  private static final int TIMEOUT_SECONDS = 120;

  private Programs() {}

  /**
   * Returns what the program printed.
   *
   * @throws IOException if it failed, with its output
   */
  static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException(command[0] + " took more than " + TIMEOUT_SECONDS + " s");
    }
    // ldd fails on files that are linked statically; what it prints for them names no library.
    if (process.exitValue() != 0 && !command[0].equals("ldd")) {
      throw new IOException(
          String.join(" ", command) + " ended with " + process.exitValue() + ": " + output);
    }
    return output;
  }
}
