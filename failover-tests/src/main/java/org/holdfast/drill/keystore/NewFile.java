// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.keystore;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Creates files, and replaces none. */
final class NewFile {
  private NewFile() {}

  /**
   * Creates {@code file} with {@code content}. From its first moment on only its owner can read it,
   * where the file system knows owners.
   *
   * @throws FileAlreadyExistsException if it exists
   */
  static void createSecret(Path file, byte[] content) throws IOException {
    boolean hasOwners = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] ownerOnly =
        hasOwners
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    Set<StandardOpenOption> anew = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (OutputStream out = Channels.newOutputStream(Files.newByteChannel(file, anew, ownerOnly))) {
      out.write(content);
    }
  }
}
