// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.holdfast.drill.machine.Programs;

/**
 * The root directory of the image that changes the network of nodes from beside them: this
 * machine's {@code iptables}, {@code ip} and {@code tc}, and what those load.
 */
final class NetworkToolFiles {
  /** What the image is made of; one that is missing here is missing there. */
  static final List<String> PROGRAMS = List.of("iptables", "ip", "tc", "sleep");

  private static final List<String> EXTENSIONS = List.of("libxt_statistic.so", "libxt_standard.so");

  private NetworkToolFiles() {}

  /** Files of this machine that the image consists of, without their libraries. */
  static List<Path> sources() throws IOException {
    return Stream.concat(
            PROGRAMS.stream().map(Programs::find).flatMap(Optional::stream), extensions().stream())
        .toList();
  }

  /** Fills {@code root}, an existing empty directory. */
  static void gather(Path root) throws IOException, InterruptedException {
    SystemFiles files = new SystemFiles(root);
    for (String program : PROGRAMS) {
      files.addProgram(program);
    }
    for (Path extension : extensions()) {
      files.add(extension);
    }
    files.addLibraries();
    files.addConfiguration();
  }

  /** What iptables loads by itself, from where it was built to look for it. */
  private static List<Path> extensions() throws IOException {
    Path usrLib = Path.of("/usr/lib");
    if (!Files.isDirectory(usrLib)) {
      return List.of();
    }
    try (Stream<Path> directories = Files.list(usrLib)) {
      List<Path> places =
          Stream.concat(Stream.of(usrLib, Path.of("/usr/lib64")), directories)
              .map(directory -> directory.resolve("xtables"))
              .filter(Files::isDirectory)
              .toList();
      return places.stream()
          .flatMap(place -> EXTENSIONS.stream().map(place::resolve))
          .filter(Files::exists)
          .toList();
    }
  }
}
