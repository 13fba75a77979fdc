// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.machine.Programs;

/**
 * The root directory of the image that nodes run in: a Java runtime made by jlink, the few programs
 * that faults need inside, and of the operating system only what those load.
 */
final class RuntimeFiles {
  static final String MODULES =
      "java.se,jdk.crypto.ec,jdk.unsupported,jdk.naming.dns,jdk.management,jdk.httpserver,"
          + "jdk.zipfs,jdk.jcmd";

  private RuntimeFiles() {}

  /** Fills {@code root}, an existing empty directory; takes 10 to 20 s, mostly jlink's. */
  static void gather(Path root) throws IOException, InterruptedException {
    Path jlink = Path.of(System.getProperty("java.home"), "bin", "jlink");
    if (!Files.isExecutable(jlink)) {
      throw new ClusterStartException(
          "there is no "
              + jlink
              + " to make the image of a node with: run a JDK, not only its"
              + " runtime, or name an image that has Java on its path");
    }
    Programs.run(
        jlink.toString(),
        "--add-modules",
        MODULES,
        "--no-header-files",
        "--no-man-pages",
        "--generate-cds-archive",
        "--output",
        root.resolve("jre").toString());
    SystemFiles files = new SystemFiles(root);
    files.addProgram("dd");
    files.addProgram("rm");
    files.addNameServices();
    files.addLibraries();
    files.addConfiguration();
  }
}
