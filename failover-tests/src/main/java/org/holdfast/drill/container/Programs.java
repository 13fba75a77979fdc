// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
