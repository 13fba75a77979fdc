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

package org.holdfast.drill.cluster;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Production sources with a promise taken out, compiled into a directory that comes before the rest
 * of the nodes' class path. So no switch for mistakes is needed in what is shipped.
 */
public final class BrokenBuild {
  private static final Path PROTOCOL =
      Path.of(
          System.getProperty("basedir", ""),
          "../replication-core/src/main/java/org/holdfast/replication/protocol");

  private BrokenBuild() {}

  /**
   * Holders take what primaries of before send, and these hear no refusal.
   *
   * @param classes where the broken classes go, an empty directory
   */
  public static ProcessLauncher withoutFencing(Path classes) throws IOException {
    String source = Files.readString(PROTOCOL.resolve("CopyRules.java"));
    String check = "epoch.compareTo(session.promised) < 0";
    if (source.split(Pattern.quote(check), -1).length != 4) {
      throw new AssertionError(
          "CopyRules must refuse older epochs in three places; it has changed, so say anew what is"
              + " to be left out");
    }
    compile(classes, "CopyRules", source.replace(check, "epoch == null"));
    return new ProcessLauncher().withClassesBefore(classes);
  }

  private static void compile(Path classes, String name, String source) throws IOException {
    Path file = Files.writeString(classes.resolve(name + ".java"), source);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
      boolean compiled =
          compiler.getTask(said, files, null, options, null, files.getJavaFileObjects(file)).call();
      if (!compiled) {
        throw new AssertionError(said.toString());
      }
    }
  }
}
