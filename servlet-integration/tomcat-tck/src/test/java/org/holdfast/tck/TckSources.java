// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * The sources of the Jakarta Servlet TCK, as its project keeps them: its jars are not in Maven's
 * central repository.
 *
 * @param root of a checkout
 */
record TckSources(Path root) {
  private static final String STAND_IN = "CommonServlets.java";

  /** The words that make a package of tests one about sessions or logins. */
  private static final Pattern SESSION =
      Pattern.compile(
          "Session|j_security_check|login-config|\\.login\\(|logout\\(|authenticate\\(");

  private List<Path> folders() {
    return Stream.of("tck-util", "tck-runtime")
        .flatMap(
            module ->
                Stream.of("java", "resources")
                    .map(kind -> root.resolve("tck").resolve(module).resolve("src/main/" + kind)))
        .filter(Files::isDirectory)
        .toList();
  }

  /** Compiles them, except for the class that stands in for one of theirs, and copies the rest. */
  void compile(String classPath, Path to) throws IOException {
    Files.createDirectories(to);
    List<String> arguments =
        new ArrayList<>(
            List.of("-proc:none", "-nowarn", "-d", to.toString(), "-classpath", classPath));
    for (Path folder : folders()) {
      for (Path file : filesIn(folder)) {
        if (!file.toString().endsWith(".java")) {
          Path copy = to.resolve(folder.relativize(file).toString());
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        } else if (!file.getFileName().toString().equals(STAND_IN)) {
          arguments.add(file.toString());
        }
      }
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int status = compiler.run(null, null, null, arguments.toArray(String[]::new));
    if (status != 0) {
      throw new IllegalStateException("the TCK below " + root + " does not compile");
    }
  }

  /** Names of the classes whose tests have to do with sessions or logins. */
  List<String> sessionTests() throws IOException {
    Path java = root.resolve("tck/tck-runtime/src/main/java");
    TreeSet<Path> packages = new TreeSet<>();
    for (Path file : filesIn(java)) {
      if (file.toString().matches(".*/servlet/tck/(api|pluggability|spec)/.*\\.(java|xml)")
          && SESSION.matcher(Files.readString(file)).find()) {
        packages.add(file.getParent());
      }
    }
    List<String> tests = new ArrayList<>();
    for (Path folder : packages) {
      for (Path file : filesIn(folder)) {
        if (file.getParent().equals(folder) && file.toString().endsWith("Tests.java")) {
          tests.add(java.relativize(file).toString().replace(".java", "").replace('/', '.'));
        }
      }
    }
    return tests;
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
