// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.holdfast.drill.machine.Programs;

/**
 * Takes files of this machine's operating system into the root directory of an image, each to the
 * place where it is here.
 */
final class SystemFiles {
  private static final List<String> NAME_SERVICES =
      List.of("libnss_dns.so.2", "libnss_files.so.2", "libresolv.so.2");
  private static final Pattern SHARED = Pattern.compile("\\.so(\\.\\d+)*$");
  private static final Pattern LIBRARY = Pattern.compile("(/\\S+) \\(0x[0-9a-f]+\\)");

  private final Path root;
  private boolean withNameServices;

  SystemFiles(Path root) {
    this.root = root;
  }

  /** Adds a program, if this machine has it, into {@code /usr/bin}. */
  void addProgram(String name) throws IOException {
    Optional<Path> program = Programs.find(name);
    if (program.isPresent()) {
      copy(program.get(), root.resolve("usr/bin").resolve(name));
    }
  }

  /** Adds a file. */
  void add(Path file) throws IOException {
    copy(file, root.resolve(file.toString().substring(1)));
  }

  /** Has {@link #addLibraries} add what looks names up. */
  void addNameServices() {
    withNameServices = true;
  }

  /** Adds the libraries that any program or library under the root is linked to. */
  void addLibraries() throws IOException, InterruptedException {
    Set<Path> libraries = new TreeSet<>();
    for (Path program : programs()) {
      Matcher matcher = LIBRARY.matcher(Programs.run("ldd", program.toString()));
      while (matcher.find()) {
        Path library = Path.of(matcher.group(1));
        if (!library.startsWith(root)) {
          libraries.add(library);
        }
      }
    }
    if (withNameServices) {
      Path libc =
          libraries.stream()
              .filter(library -> library.endsWith("libc.so.6"))
              .findFirst()
              .orElseThrow(() -> new IOException("no program under " + root + " uses libc.so.6"));
      NAME_SERVICES.stream()
          .map(libc::resolveSibling)
          .filter(Files::exists)
          .forEach(libraries::add);
    }
    for (Path library : libraries) {
      add(library);
    }
  }

  private List<Path> programs() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .filter(f -> SHARED.matcher(f.toString()).find() || f.toString().contains("bin/"))
          .filter(SystemFiles::isElf)
          .toList();
    }
  }

  /** Adds the files that programs look for, and the directories that they write to. */
  void addConfiguration() throws IOException {
    Path etc = Files.createDirectories(root.resolve("etc"));
    Files.writeString(etc.resolve("passwd"), "root:x:0:0:root:/:/none\n");
    Files.writeString(etc.resolve("group"), "root:x:0:\n");
    Files.writeString(etc.resolve("nsswitch.conf"), "hosts: files dns\n");
    Files.createDirectories(root.resolve("run"));
    Path temporary = Files.createDirectories(root.resolve("tmp"));
    Files.setAttribute(temporary, "unix:mode", 01777);
  }

  private static void copy(Path file, Path target) throws IOException {
    Files.createDirectories(target.getParent());
    Files.copy(
        file.toRealPath(),
        target,
        StandardCopyOption.COPY_ATTRIBUTES,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private static boolean isElf(Path file) {
    try (var in = Files.newInputStream(file)) {
      return new String(in.readNBytes(4), StandardCharsets.ISO_8859_1).equals("\u007fELF");
    } catch (IOException e) {
      return false;
    }
  }
}
