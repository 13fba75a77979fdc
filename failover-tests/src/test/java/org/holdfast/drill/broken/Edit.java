// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.broken;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A mistake in one source file.
 *
 * @param directory from the root of the project; the source lies in it or below it
 * @param name of the source file, which only one below {@code directory} has
 * @param times how often {@code right} stands there, so that nobody changes it unnoticed
 * @param wrong what is written instead
 */
record Edit(Path directory, String name, int times, String right, String wrong) {
  private static final Path PROJECT = Path.of(System.getProperty("basedir", ""), "..");

  /** In the core, by a package that it is in or below, and class. */
  static Edit core(String type, int times, String right, String wrong) {
    return of(
        "replication-core/src/main/java/org/holdfast/replication/", type, times, right, wrong);
  }

  /** In the session manager of the nodes, by class. */
  static Edit tomcat(String type, int times, String right, String wrong) {
    return of(
        "servlet-integration/tomcat/src/main/java/org/holdfast/tomcat/", type, times, right, wrong);
  }

  /** In what all containers share, by package and class. */
  static Edit servlet(String type, int times, String right, String wrong) {
    return of(
        "servlet-integration/servlet-common/src/main/java/org/holdfast/servlet/",
        type,
        times,
        right,
        wrong);
  }

  /** In what nodes under drill are, by package and class. */
  static Edit drill(String type, int times, String right, String wrong) {
    return of("failover-tests/src/main/java/org/holdfast/drill/", type, times, right, wrong);
  }

  private static Edit of(String root, String type, int times, String right, String wrong) {
    Path file = PROJECT.resolve(root + type + ".java");
    return new Edit(file.getParent(), file.getFileName().toString(), times, right, wrong);
  }

  String read() throws IOException {
    try (Stream<Path> files =
        Files.find(directory, Integer.MAX_VALUE, (file, how) -> file.endsWith(name))) {
      List<Path> found = files.toList();
      if (found.size() != 1) {
        throw new AssertionError("one " + name + " is expected below " + directory + ": " + found);
      }
      return Files.readString(found.get(0));
    }
  }

  /** Makes the mistake. */
  String apply(String source) {
    int found = (source.length() - source.replace(right, "").length()) / right.length();
    if (found != times) {
      throw new AssertionError(
          name
              + " has changed: \""
              + right
              + "\" was there "
              + times
              + " times and is "
              + found
              + " times; say anew what is to be left out");
    }
    return source.replace(right, wrong);
  }
}
