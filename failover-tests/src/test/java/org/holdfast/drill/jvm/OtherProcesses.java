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
