// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Directories for what nodes print that a command made for itself. */
public final class WorkDirectories {
  private WorkDirectories() {}

  /** Deletes a directory with all in it, as far as that can be done. */
  public static void delete(Path directory) {
    try (Stream<Path> walk = Files.walk(directory)) {
      for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException e) {
      // Temporary files: worth no other end of a run than its own.
      return;
    }
  }

  /** Whether nothing was said in it: no file has a byte; false if that cannot be seen. */
  public static boolean isSilent(Path directory) {
    try (Stream<Path> walk = Files.walk(directory)) {
      return walk.filter(Files::isRegularFile).noneMatch(file -> file.toFile().length() > 0);
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }
}
