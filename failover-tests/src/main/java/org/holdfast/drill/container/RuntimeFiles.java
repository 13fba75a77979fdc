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
import java.nio.file.Files;
import java.nio.file.Path;
import org.holdfast.drill.cluster.ClusterStartException;

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
