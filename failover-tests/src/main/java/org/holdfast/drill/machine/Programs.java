// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.machine;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Finds and runs programs of this machine. */
public final class Programs {
  private static final List<String> PLACES =
      List.of("/usr/sbin", "/usr/bin", "/sbin", "/bin", "/usr/local/sbin", "/usr/local/bin");
  private static final int TIMEOUT_SECONDS = 120;

  private Programs() {}

  /** Finds a program of this machine. */
  public static Optional<Path> find(String name) {
    return PLACES.stream()
        .map(place -> Path.of(place, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Returns what the program printed.
   *
   * @throws IOException if it failed, with its output
   */
  public static String run(String... command) throws IOException, InterruptedException {
    String output = finish(List.of(command), "");
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while " + command[0] + " ran");
    }
    return output;
  }

  /**
   * Returns what the program printed. An interrupt ends nothing here and stays set: this is for
   * what takes milliseconds and must not be done by halves.
   *
   * @param input what the program reads
   * @throws IOException if it failed, with its input and output
   */
  public static String finish(List<String> command, String input) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // It ended before it read this; its exit code tells.
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Process unused =
        process.onExit().completeOnTimeout(process, TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
    if (process.isAlive()) {
      process.destroyForcibly();
      throw new IOException(command.get(0) + " took more than " + TIMEOUT_SECONDS + " s");
    }
    // ldd fails on files that are linked statically; what it prints for them names no library.
    if (process.exitValue() != 0 && !command.get(0).equals("ldd")) {
      throw new IOException(
          String.join(" ", command)
              + (input.isEmpty() ? "" : " with \"" + input.strip().replace("\n", "; ") + "\"")
              + " ended with "
              + process.exitValue()
              + ": "
              + output.strip().replace('\n', ' '));
    }
    return output;
  }
}
