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

package org.holdfast.drill.upgrade;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.holdfast.drill.cli.VersionLine;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verb {@code check-upgrade}. */
@Command(
    name = "check-upgrade",
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    sortOptions = false,
    header = "Says which session attributes of one version of an application another cannot read.",
    description =
        "Compares class files, without loading them: each class that a session may hold, in"
            + " WEB-INF/classes and WEB-INF/lib of a web archive, in a jar, or in a directory. In a"
            + " rolling upgrade both versions read each other: check both directions.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the new version reads all, perhaps without fields that it no longer has",
      "1:some objects cannot be read, or not always",
      "2:unknown option or impossible value",
      "3:could not run, for example because an archive is damaged"
    })
public final class CheckUpgradeCommand implements Callable<Integer> {
  static final int EXIT_READS_ALL = 0;
  static final int EXIT_FINDINGS = 1;
  static final int EXIT_COULD_NOT_RUN = 3;

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  @Option(
      names = "--old",
      paramLabel = "PATH",
      required = true,
      description = "The version that writes: a war, a jar, or a directory.")
  private Path old = Path.of("");

  @Option(
      names = "--new",
      paramLabel = "PATH",
      required = true,
      description = "The version that reads: a war, a jar, or a directory.")
  private Path next = Path.of("");

  @Option(
      names = "--alias",
      paramLabel = "OLD=NEW",
      description =
          "A class of the old version and its name in the new one, as in classAliases; may be given"
              + " again.")
  private List<String> aliases = List.of();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the findings as JSON to this file (default: to none).")
  private @Nullable Path json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    CommandSpec command = spec;
    if (command == null) {
      throw new IllegalStateException("check-upgrade was called without its command line");
    }
    ClassAliases renamed = aliases(command);
    requireThere(command, "--old", old);
    requireThere(command, "--new", next);
    PrintWriter out = command.commandLine().getOut();
    try {
      UpgradeReport report =
          UpgradeCheck.run(ApplicationClasses.read(old), ApplicationClasses.read(next), renamed);
      report.lines().forEach(out::println);
      if (json != null) {
        MAPPER.writeValue(json.toFile(), report);
        out.println("findings written to " + json);
      }
      out.flush();
      return report.readsAll() ? EXIT_READS_ALL : EXIT_FINDINGS;
    } catch (IOException e) {
      PrintWriter err = command.commandLine().getErr();
      err.println("holdfast check-upgrade: could not run: " + e.getMessage());
      err.flush();
      return EXIT_COULD_NOT_RUN;
    }
  }

  private ClassAliases aliases(CommandSpec command) {
    try {
      return ClassAliases.parse(String.join(";", aliases));
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage()).replaceFirst("^classAliases", "--alias");
      throw new ParameterException(command.commandLine(), message, e);
    }
  }

  private static void requireThere(CommandSpec command, String option, Path path) {
    if (!Files.isReadable(path)) {
      throw new ParameterException(
          command.commandLine(),
          option + " must name a file or directory that can be read, was \"" + path + "\"");
    }
  }
}
