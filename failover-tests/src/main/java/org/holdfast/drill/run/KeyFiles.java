// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
