// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Versions of an application, compiled into directories and packed into archives. */
final class CompiledClasses {
  private static final Pattern TYPE = Pattern.compile("(?:class|record|enum|interface) (\\w+)");

  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  /** Stays open: each new one would read the JDK and the class path anew. */
  private static final StandardJavaFileManager FILES =
      COMPILER.getStandardFileManager(null, null, null);

  private CompiledClasses() {}

  /**
   * Compiles public types of the package {@code shop} into {@code directory}.
   *
   * @param sources each with one type
   */
  static Path compile(Path directory, String... sources) throws IOException {
    Path sourceFiles = Files.createTempDirectory(Files.createDirectories(directory), "source");
    List<Path> files = new ArrayList<>();
    for (String source : sources) {
      Matcher type = TYPE.matcher(source);
      assertThat(type.find()).as("a type in %s", source).isTrue();
      Path file = sourceFiles.resolve(type.group(1) + ".java");
      Files.writeString(
          file, "package shop;\nimport java.io.*;\nimport java.util.*;\npublic " + source);
      files.add(file);
    }
    StringWriter problems = new StringWriter();
    boolean done =
        COMPILER
            .getTask(
                problems,
                FILES,
                null,
                List.of("-proc:none", "-nowarn", "-d", directory.toString()),
                null,
                FILES.getJavaFileObjectsFromPaths(files))
            .call();
    assertThat(done).as("%s", problems).isTrue();
    return directory;
  }

  /** Packs the class files below {@code classes} into a jar or, under its directory, a war. */
  static Path pack(Path archive, String prefix, Path classes, Path... libraries)
      throws IOException {
    try (Archive packed = archive(archive)) {
      packed.classes(prefix, classes);
      for (Path library : libraries) {
        packed.file("WEB-INF/lib/" + library.getFileName(), library);
      }
    }
    return archive;
  }

  static Archive archive(Path path) throws IOException {
    return new Archive(path);
  }

  /** An archive that is being packed. */
  static final class Archive implements AutoCloseable {
    private final ZipOutputStream zip;

    private Archive(Path path) throws IOException {
      this.zip = new ZipOutputStream(Files.newOutputStream(path));
    }

    void classes(String prefix, Path classes) throws IOException {
      try (Stream<Path> walk = Files.walk(classes)) {
        for (Path each : walk.filter(path -> path.toString().endsWith(".class")).toList()) {
          file(prefix + classes.relativize(each), each);
        }
      }
    }

    void file(String name, Path content) throws IOException {
      zip.putNextEntry(new ZipEntry(name));
      Files.copy(content, zip);
    }

    @Override
    public void close() throws IOException {
      zip.close();
    }
  }
}
