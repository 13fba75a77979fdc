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

package org.holdfast.drill.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.holdfast.drill.cli.WorkDirectories;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.keystore.ClusterKeys;

/**
 * The directory of a drill's key files, with one for each node, if the scenario's settings name it.
 * It is there before the first node starts, nobody but this user may read it, and it is deleted
 * after the drill.
 */
final class KeyFiles implements AutoCloseable {
  private final Optional<Path> directory;

  private KeyFiles(Optional<Path> directory) {
    this.directory = directory;
  }

  /** Makes the directory with the {@link ClusterKeys} in it, unless nothing names it. */
  static KeyFiles of(DrillPlan plan) throws IOException, InterruptedException {
    if (!plan.scenario().namesKeys()) {
      return new KeyFiles(Optional.empty());
    }
    Path keys = plan.cluster().keys();
    Files.createDirectories(keys);
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rwx------"));
    ClusterKeys made = new ClusterKeys(keys);
    made.make();
    for (int i = 0; i < plan.cluster().places(); i++) {
      made.give(plan.cluster().keys(ClusterSettings.nameOf(i)));
    }
    return new KeyFiles(Optional.of(keys));
  }

  @Override
  public void close() {
    directory.ifPresent(WorkDirectories::delete);
  }
}
