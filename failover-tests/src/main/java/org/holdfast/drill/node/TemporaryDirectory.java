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
