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

package org.holdfast.drill.container;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Gathers the root directory of an image from this machine: a Java runtime made by jlink, and of
 * the operating system only what that runtime and the network tools load.
 */
final class RuntimeFiles {
  static final String MODULES =
      "java.se,jdk.unsupported,jdk.naming.dns,jdk.management,jdk.httpserver,jdk.zipfs,jdk.jcmd";
  private static final List<String> TOOLS = List.of("/usr/sbin/ip", "/usr/sbin/tc");
  private static final List<String> NAME_SERVICES =
      List.of("libnss_dns.so.2", "libnss_files.so.2", "libresolv.so.2");
  private static final Pattern LIBRARY = Pattern.compile("(/\\S+) \\(0x[0-9a-f]+\\)");

  private final Path root;

  private RuntimeFiles(Path root) {
    this.root = root;
  }

  /** Fills {@code root}, an existing empty directory; takes 10 to 20 s, mostly jlink's. */
  static void gather(Path root) throws IOException, InterruptedException {
    RuntimeFiles files = new RuntimeFiles(root);
    files.linkRuntime();
    files.copyTools();
    files.copyLibraries();
    files.writeSystemFiles();
  }

  private void linkRuntime() throws IOException, InterruptedException {
    Commands.run(
        Path.of(System.getProperty("java.home"), "bin", "jlink").toString(),
        "--add-modules",
        MODULES,
        "--no-header-files",
        "--no-man-pages",
        "--generate-cds-archive",
        "--output",
        root.resolve("jre").toString());
  }

  private void copyTools() throws IOException {
    for (String tool : TOOLS) {
      if (Files.isExecutable(Path.of(tool))) {
        copy(Path.of(tool));
      }
    }
  }

  private void copyLibraries() throws IOException, InterruptedException {
    Set<Path> libraries = new TreeSet<>();
    List<Path> programs;
    try (Stream<Path> files = Files.walk(root)) {
      programs =
          files
              .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
              .filter(f -> f.toString().endsWith(".so") || f.toString().contains("bin/"))
              .filter(RuntimeFiles::isElf)
              .toList();
    }
    for (Path program : programs) {
      Matcher matcher = LIBRARY.matcher(Commands.run("ldd", program.toString()));
      while (matcher.find()) {
        Path library = Path.of(matcher.group(1));
        if (!library.startsWith(root)) {
          libraries.add(library);
        }
      }
    }
    Path libc =
        libraries.stream()
            .filter(library -> library.endsWith("libc.so.6"))
            .findFirst()
            .orElseThrow(() -> new IOException("ldd names no libc.so.6 for any of " + programs));
    NAME_SERVICES.stream().map(libc::resolveSibling).filter(Files::exists).forEach(libraries::add);
    for (Path library : libraries) {
      copy(library);
    }
  }

  private void copy(Path file) throws IOException {
    Path target = root.resolve(file.toString().substring(1));
    Files.createDirectories(target.getParent());
    Files.copy(file.toRealPath(), target, StandardCopyOption.COPY_ATTRIBUTES);
  }

  private void writeSystemFiles() throws IOException {
    Path etc = Files.createDirectories(root.resolve("etc"));
    Files.writeString(etc.resolve("passwd"), "root:x:0:0:root:/:/none\n");
    Files.writeString(etc.resolve("group"), "root:x:0:\n");
    Files.writeString(etc.resolve("nsswitch.conf"), "hosts: files dns\n");
    Path temporary = Files.createDirectories(root.resolve("tmp"));
    Files.setAttribute(temporary, "unix:mode", 01777);
  }

  private static boolean isElf(Path file) {
    try (var in = Files.newInputStream(file)) {
      return new String(in.readNBytes(4), StandardCharsets.ISO_8859_1).equals("\u007fELF");
    } catch (IOException e) {
      return false;
    }
  }
}
