// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A tar archive (POSIX ustar) of one file, as the engine takes files for a container.
 *
 * @param bytes of the archive
 */
record TarOfOneFile(InputStream content, long bytes) implements Closeable {
  private static final int BLOCK = 512;
  private static final int CHECKSUM = 148;

  /**
   * @param name in the archive, at most 99 ASCII characters
   */
  static TarOfOneFile of(Path file, String name) throws IOException {
    long size = Files.size(file);
    int padding = (int) ((BLOCK - size % BLOCK) % BLOCK);
    // The end of an archive is two blocks of zeros.
    byte[] end = new byte[padding + 2 * BLOCK];
    InputStream content =
        new SequenceInputStream(
            Collections.enumeration(
                List.of(
                    new ByteArrayInputStream(head(name, size)),
                    Files.newInputStream(file),
                    new ByteArrayInputStream(end))));
    return new TarOfOneFile(content, BLOCK + size + end.length);
  }

  static byte[] head(String name, long size) {
    if (name.length() > 99) {
      throw new IllegalArgumentException("a name in a tar archive is too long: " + name);
    }
    byte[] head = new byte[BLOCK];
    put(head, 0, name);
    put(head, 100, "0000644"); // mode
    put(head, 108, "0000000"); // owner
    put(head, 116, "0000000"); // group
    put(head, 124, String.format(Locale.ROOT, "%011o", size));
    put(head, 136, "00000000000"); // time of the last change
    put(head, CHECKSUM, "        ");
    put(head, 156, "0"); // a file
    put(head, 257, "ustar");
    put(head, 263, "00");
    int sum = 0;
    for (byte each : head) {
      sum += each & 0xff;
    }
    put(head, CHECKSUM, String.format(Locale.ROOT, "%06o", sum));
    head[CHECKSUM + 6] = 0;
    return head;
  }

  private static void put(byte[] head, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, head, at, bytes.length);
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
