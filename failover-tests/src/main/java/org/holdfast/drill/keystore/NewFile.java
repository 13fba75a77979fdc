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
