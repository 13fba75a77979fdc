// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TarOfOneFileTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 511, 512, 513, 100_000})
  void isReadByOthersAsTheFileThatItWas(int size) throws Exception {
    byte[] content = new byte[size];
    Arrays.fill(content, (byte) 'x');
    Path file = Files.write(directory.resolve("original"), content);

    try (TarOfOneFile tar = TarOfOneFile.of(file, "shop.war")) {
      byte[] archive = tar.content().readAllBytes();

      assertThat(archive).hasSize(Math.toIntExact(tar.bytes()));
      assertThat(archive.length % 512).isZero();
      try (TarArchiveInputStream read =
          new TarArchiveInputStream(new ByteArrayInputStream(archive))) {
        TarArchiveEntry entry = read.getNextEntry();
        assertThat(entry.isCheckSumOK()).isTrue();
        assertThat(entry.isFile()).isTrue();
        assertThat(entry.getName()).isEqualTo("shop.war");
        assertThat(read.readAllBytes()).isEqualTo(content);
        assertThat(read.getNextEntry()).isNull();
      }
    }
  }
}
