// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeClocksTest {
  @TempDir private Path directory;

  @Test
  void findsTheLibraryWhereDistributionsHaveIt_ofThisArchitecture() throws Exception {
    Path other = library("lib/i386-linux-gnu/faketime");
    Path multiarch = library("lib/x86_64-linux-gnu/faketime");
    Path plain = library("lib64/faketime");
    List<Path> roots = List.of(directory.resolve("lib"), directory.resolve("lib64"));

    assertThat(NodeClocks.find(null, roots, "amd64")).hasValue(multiarch);
    assertThat(NodeClocks.find(null, roots, "aarch64")).hasValue(plain);
    assertThat(NodeClocks.find(null, roots.subList(0, 1), "aarch64")).isEmpty();
    assertThat(NodeClocks.find(other.toString(), roots, "amd64")).as("named").hasValue(other);
    assertThat(NodeClocks.find(directory.resolve("no.so").toString(), roots, "amd64"))
        .as("named wrongly, which must not go unnoticed")
        .isEmpty();
  }

  @Test
  void tellsEachNodeHowFarOffItsClockIs() throws Exception {
    try (NodeClocks clocks = NodeClocks.of(directory.resolve("lib.so"), directory)) {
      assertThat(clocks.file("node-1")).hasContent("+0");

      clocks.jump("node-1", Duration.ofHours(1));
      clocks.jump("node-1", Duration.ofSeconds(-3_700));
      assertThat(clocks.file("node-1")).as("from where it is").hasContent("-100");
      assertThat(clocks.file("node-2")).hasContent("+0");

      clocks.jump("node-1", Duration.ofSeconds(3_700));
      assertThat(clocks.file("node-1")).hasContent("+3600");
    }
    assertThat(directory).as("what is left").isEmptyDirectory();
  }

  private Path library(String place) throws Exception {
    Path faketime = Files.createDirectories(directory.resolve(place));
    return Files.createFile(faketime.resolve("libfaketimeMT.so.1"));
  }
}
