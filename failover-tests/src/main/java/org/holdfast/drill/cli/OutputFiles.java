// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Finds out that a file cannot be written before a verb spends its minute, not after it. */
public final class OutputFiles {
  private OutputFiles() {}

  /**
   * Requires that {@code file} can be written.
   *
   * @param option by which it was given, for the message
   * @param file null if it was not
   * @throws IllegalArgumentException if it cannot
   */
  public static void requireWritable(String option, @Nullable Path file) {
    if (file == null) {
      return;
    }
    Path parent = file.toAbsolutePath().getParent();
    boolean writable =
        Files.exists(file)
            ? Files.isRegularFile(file) && Files.isWritable(file)
            : parent != null && Files.isDirectory(parent) && Files.isWritable(parent);
    if (!writable) {
      throw new IllegalArgumentException(
          option
              + " must name a file that can be written, in a directory that exists, was "
              + file);
    }
  }

  /**
   * Returns one of several files that an option with one name stands for: of {@code drill.json} and
   * 3 {@code drill-3.json}.
   */
  public static Path numbered(Path file, long number) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    String head = dot <= 0 ? name : name.substring(0, dot);
    return file.resolveSibling(head + "-" + number + name.substring(head.length()));
  }

  /**
   * Requires that what two options name is not one file: the later would replace the earlier.
   *
   * @throws IllegalArgumentException if it is
   */
  public static void requireDifferent(
      String option, @Nullable Path file, String other, @Nullable Path another) {
    if (file != null
        && another != null
        && file.toAbsolutePath().normalize().equals(another.toAbsolutePath().normalize())) {
      throw new IllegalArgumentException(
          option + " and " + other + " must be different files, were both " + file);
    }
  }
}
