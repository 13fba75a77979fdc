// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Finds the class files of an application: of a web archive those under {@code WEB-INF/classes} and
 * in {@code WEB-INF/lib}, of an executable jar of Spring Boot those under {@code BOOT-INF}, of any
 * other archive or directory all, in the archives in it too. The same for what was unpacked. What
 * is not in a library goes before what is, as in a container. Of a class for several versions of
 * Java the one for all counts.
 *
 * <p>Nested archives are copied to a temporary file, one at a time for each level, since their
 * directory stands at their end. Stateless.
 */
final class ClassFinder {
  /** An enterprise archive holds web archives that hold libraries. */
  private static final int MOST_LEVELS = 4;

  private static final long MOST_BYTES_OF_ARCHIVE = 1L << 30;
  private static final int MOST_BYTES_OF_CLASS = 1 << 24;
  private static final List<String> ROOTS = List.of("WEB-INF/", "BOOT-INF/");

  private final Consumer<ClassFile> found;

  private ClassFinder(Consumer<ClassFile> found) {
    this.found = found;
  }

  /**
   * @throws IOException if the path cannot be read, or holds what is no class file under the name
   *     of one; the message names it
   */
  static void find(Path path, Consumer<ClassFile> found) throws IOException {
    ClassFinder finder = new ClassFinder(found);
    if (Files.isDirectory(path)) {
      finder.directory(path);
    } else {
      finder.archive(path, path.toString(), 1);
    }
  }

  private void directory(Path directory) throws IOException {
    List<String> names;
    try (Stream<Path> walk = Files.walk(directory)) {
      names =
          walk.filter(Files::isRegularFile)
              .map(file -> directory.relativize(file).toString().replace('\\', '/'))
              .sorted()
              .toList();
    } catch (UncheckedIOException e) {
      throw new IOException(directory + " cannot be read: " + e.getMessage(), e);
    }
    String root = root(names);
    for (String name : names) {
      if (isClass(name, root)) {
        Path file = directory.resolve(name);
        try (InputStream in = Files.newInputStream(file)) {
          parse(in, file.toString());
        }
      }
    }
    for (String name : names) {
      if (isLibrary(name, root)) {
        archive(directory.resolve(name), directory.resolve(name).toString(), 1);
      }
    }
  }

  /**
   * @param file where its bytes are
   * @param place how to name it
   */
  private void archive(Path file, String place, int level) throws IOException {
    if (level > MOST_LEVELS) {
      throw new IOException(place + " lies in " + MOST_LEVELS + " other archives: not opened");
    }
    try (ZipFile zip = open(file, place)) {
      List<String> names = zip.stream().map(ZipEntry::getName).toList();
      String root = root(names);
      List<ZipEntry> libraries = new ArrayList<>();
      for (ZipEntry entry : zip.stream().toList()) {
        if (isClass(entry.getName(), root)) {
          try (InputStream in = content(zip, entry, place)) {
            parse(in, place + "!/" + entry.getName());
          }
        } else if (isLibrary(entry.getName(), root) && !entry.isDirectory()) {
          libraries.add(entry);
        }
      }
      for (ZipEntry library : libraries) {
        nested(zip, library, place, level);
      }
    }
  }

  private static ZipFile open(Path file, String place) throws IOException {
    try {
      return new ZipFile(file.toFile());
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException(place + " cannot be read as an archive: " + e.getMessage(), e);
    }
  }

  private void nested(ZipFile zip, ZipEntry library, String place, int level) throws IOException {
    String nestedPlace = place + "!/" + library.getName();
    Path copy = Files.createTempFile("holdfast-check-upgrade-", ".jar");
    try {
      try (InputStream in = content(zip, library, place)) {
        copy(in, copy, nestedPlace);
      }
      archive(copy, nestedPlace, level + 1);
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  private static void copy(InputStream in, Path copy, String place) throws IOException {
    try (var out = Files.newOutputStream(copy)) {
      byte[] buffer = new byte[1 << 16];
      long bytes = 0;
      for (int read = read(in, buffer, place); read >= 0; read = read(in, buffer, place)) {
        bytes += read;
        if (bytes > MOST_BYTES_OF_ARCHIVE) {
          throw new IOException(place + " has more than " + MOST_BYTES_OF_ARCHIVE + " bytes");
        }
        out.write(buffer, 0, read);
      }
    }
  }

  private static int read(InputStream in, byte[] buffer, String place) throws IOException {
    try {
      return in.read(buffer);
    } catch (IOException e) {
      throw new IOException(place + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static InputStream content(ZipFile zip, ZipEntry entry, String place) throws IOException {
    try {
      return zip.getInputStream(entry);
    } catch (IOException e) {
      throw new IOException(
          place + "!/" + entry.getName() + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns where the classes of a web archive or an executable jar are; empty for all others. */
  private static String root(List<String> names) {
    for (String root : ROOTS) {
      if (names.stream()
          .anyMatch(name -> name.startsWith(root + "classes/") || name.startsWith(root + "lib/"))) {
        return root;
      }
    }
    return "";
  }

  private static boolean isClass(String name, String root) {
    return name.endsWith(".class")
        && name.startsWith(root.isEmpty() ? "" : root + "classes/")
        && !name.startsWith("META-INF/")
        && !name.endsWith("module-info.class")
        && !name.endsWith("package-info.class");
  }

  private static boolean isLibrary(String name, String root) {
    return root.isEmpty()
        ? name.endsWith(".jar") || name.endsWith(".war")
        : name.endsWith(".jar") && name.startsWith(root + "lib/");
  }

  private void parse(InputStream in, String place) throws IOException {
    ClassFile type;
    try {
      byte[] bytes = in.readNBytes(MOST_BYTES_OF_CLASS + 1);
      if (bytes.length > MOST_BYTES_OF_CLASS) {
        throw new IOException("more than " + MOST_BYTES_OF_CLASS + " bytes");
      }
      type = ClassFile.parse(bytes);
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException(place + " cannot be read as a class: " + e.getMessage(), e);
    }
    found.accept(type);
  }
}
