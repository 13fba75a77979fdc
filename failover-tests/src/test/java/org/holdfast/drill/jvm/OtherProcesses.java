// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.jvm;

import static java.time.Duration.ofSeconds;

import java.io.IOException;
import org.awaitility.Awaitility;

/** Processes that are no JVM. */
public final class OtherProcesses {
  private OtherProcesses() {}

  /**
   * Starts one that {@code SIGQUIT} ends; without the first words it would block that signal, as
   * the JVM that starts it does.
   */
  public static Process endedByQuit() throws IOException {
    Process process = new ProcessBuilder("env", "--default-signal=QUIT", "sleep", "600").start();
    boolean ready = false;
    try {
      // Before env has become sleep the signal is still blocked.
      Awaitility.await()
          .atMost(ofSeconds(60))
          .until(() -> process.info().command().filter(path -> !path.endsWith("env")).isPresent());
      ready = true;
      return process;
    } finally {
      if (!ready) {
        process.destroyForcibly();
      }
    }
  }
}
