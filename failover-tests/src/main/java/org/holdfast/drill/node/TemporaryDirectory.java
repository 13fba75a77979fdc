// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A directory that lives as long as its node. */
final class TemporaryDirectory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TemporaryDirectory.class);

  private final Path path;

  private TemporaryDirectory(Path path) {
    this.path = path;
  }

  static TemporaryDirectory create(String prefix) throws IOException {
    return new TemporaryDirectory(Files.createTempDirectory(prefix));
  }

  Path path() {
    return path;
  }

  /** Deletes it with all it holds; what cannot be deleted is reported and left. */
  @Override
  public void close() {
    try (Stream<Path> paths = Files.walk(path)) {
      for (Path each : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("temporary directory {} stays behind: {}", path, e.toString());
    }
  }
}
