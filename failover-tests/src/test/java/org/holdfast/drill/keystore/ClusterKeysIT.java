// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.keystore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.holdfast.drill.keystore.ClusterKeys.Change;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the keytool of this JDK, which takes a second for each key. */
class ClusterKeysIT {
  @TempDir private Path directory;

  @Test
  void changesTheFileOfOneNode_andLeavesThatOfTheOthers() throws Exception {
    ClusterKeys keys = new ClusterKeys(directory);
    keys.make();
    Path first = directory.resolve("node-1");
    Path second = directory.resolve("node-2");
    keys.give(first);
    keys.give(second);
    assertThat(first.resolve("cluster.p12")).hasSameBinaryContentAs(second.resolve("cluster.p12"));

    for (Change change : Change.values()) {
      keys.change(change, first);

      assertThat(first.resolve("cluster.p12"))
          .hasSameBinaryContentAs(directory.resolve(change + ".p12"));
      assertThat(second.resolve("cluster.p12"))
          .hasSameBinaryContentAs(directory.resolve("cluster.p12"));
    }

    for (Path node : List.of(first, second)) {
      try (Stream<Path> files = Files.list(node)) {
        assertThat(files)
            .hasSize(2)
            .allSatisfy(file -> assertThat(permissions(file)).isEqualTo("rw-------"));
      }
    }
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
