// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The {@code holdfast.jar} of another release: this one's, with some classes compiled anew. So no
 * setting for it is needed in what is shipped.
 */
public final class NextRelease {
  private static final String PACKAGE = "org/holdfast/replication/transport/grizzly/";
  private static final String OURS = "OURS = new SpokenVersions(2, 3);";
  private static final Path SOURCE =
      Path.of(
          System.getProperty("basedir", ""),
          "../replication-core/src/main/java",
          PACKAGE,
          "SpokenVersions.java");

  private NextRelease() {}

  /**
   * One that speaks other versions of the protocol.
   *
   * @param directory empty; where the jar goes
   * @param oldest oldest version of the protocol that it speaks, {@code newest} the newest
   */
  public static Path speaking(int oldest, int newest, Path directory) throws IOException {
    String source = Files.readString(SOURCE);
    assertThat(source).as("what this release speaks").contains(OURS);
    Path changed =
        Files.writeString(
            directory.resolve("SpokenVersions.java"),
            source.replace(OURS, OURS.replace("2, 3", oldest + ", " + newest)));
    Path classes = Files.createDirectory(directory.resolve("classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options = List.of("-proc:none", "-d", classes.toString());
      boolean compiled =
          compiler
              .getTask(said, files, null, options, null, files.getJavaFileObjects(changed))
              .call();
      assertThat(compiled).as("%s", said).isTrue();
    }
    return with(classes, directory);
  }

  /**
   * One with other classes in the place of this one's.
   *
   * @param classes a directory with at least one of them
   * @param directory where the jar goes
   */
  public static Path with(Path classes, Path directory) throws IOException {
    List<Path> changed;
    try (Stream<Path> all = Files.walk(classes)) {
      changed = all.filter(Files::isRegularFile).toList();
    }
    assertThat(changed).as("changed classes").isNotEmpty();
    Path jar =
        Files.copy(
            Path.of(System.getProperty("shaded.jar")), directory.resolve("holdfast-next.jar"));
    try (FileSystem zip = FileSystems.newFileSystem(jar)) {
      for (Path file : changed) {
        String name = classes.relativize(file).toString();
        assertThat(Files.exists(zip.getPath(name))).as(name).isTrue();
        Path unused = Files.copy(file, zip.getPath(name), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return jar;
  }
}
