// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.holdfast.drill.cli.VersionLine;
import org.holdfast.drill.upgrade.Finding.Severity;
import org.holdfast.replication.serialization.filter.ClassFilter;
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
    description = {
      "Compares class files, without loading them: each class that a session may hold, in"
          + " WEB-INF/classes and WEB-INF/lib of a web archive, in BOOT-INF of an executable jar of"
          + " Spring Boot, in any other archive with the archives in it, or in a directory. Of a"
          + " class for several versions of Java (META-INF/versions) the one for all counts. In a"
          + " rolling upgrade both versions read each other: check both directions.",
      "",
      "cannot be read: no object of the class, at least if none of its fields is null.",
      "may be unreadable: it depends on values, or on what class files do not tell.",
      "read with loss: without values of fields that are not there."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the new version reads all, perhaps without fields that it no longer has",
      "1:some objects cannot be read, or not always",
      "2:unknown option or impossible value",
      "3:could not run, for example because an archive is damaged or holds no class to compare"
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
      names = "--allowed-classes",
      paramLabel = "PATTERN",
      description = "The class filter, as in allowedClasses (default: what nodes use by default).")
  private String allowedClasses = "";

  @Option(
      names = "--classpath",
      paramLabel = "PATH",
      description =
          "A jar, or a directory of jars or classes, that both versions find outside of the"
              + " application, such as in the container's lib; may be given again.")
  private List<Path> classpath = List.of();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write verdict and findings as JSON to this file (default: to none).")
  private @Nullable Path json;

  @Spec private @Nullable CommandSpec spec;

  /** What programs are told. */
  record Result(
      String verdict,
      String summary,
      String old,
      @JsonProperty("new") String next,
      int classes,
      Map<Severity, Long> counts,
      List<String> refusedByFilter,
      List<String> onlyByThemselves,
      List<Finding> findings) {}

  @Override
  public Integer call() {
    CommandSpec command = spec;
    if (command == null) {
      throw new IllegalStateException("check-upgrade was called without its command line");
    }
    ClassAliases renamed =
        parsed(command, "--alias", () -> ClassAliases.parse(String.join(";", aliases)));
    ClassFilter filter = parsed(command, "--allowed-classes", () -> ClassFilter.of(allowedClasses));
    requireThere(command, "--old", old);
    requireThere(command, "--new", next);
    classpath.forEach(path -> requireThere(command, "--classpath", path));
    PrintWriter out = command.commandLine().getOut();
    try {
      UpgradeReport report = check(renamed, filter);
      List<String> lines = new ArrayList<>(report.lines());
      if (json != null) {
        write(report, json);
        lines.add("findings written to " + json);
      }
      lines.forEach(out::println);
      out.flush();
      return report.readsAll() ? EXIT_READS_ALL : EXIT_FINDINGS;
    } catch (IOException e) {
      PrintWriter err = command.commandLine().getErr();
      err.println("holdfast check-upgrade: could not run: " + e.getMessage());
      err.flush();
      return EXIT_COULD_NOT_RUN;
    }
  }

  /**
   * @throws IOException if a path cannot be read, or nothing to compare was found in it: what was
   *     not looked at must not look readable
   */
  private UpgradeReport check(ClassAliases renamed, ClassFilter filter) throws IOException {
    Path[] shared = classpath.toArray(Path[]::new);
    ApplicationClasses before = ApplicationClasses.read(old, shared);
    ApplicationClasses after = ApplicationClasses.read(next, shared);
    UpgradeReport report = UpgradeCheck.run(before, after, renamed, filter);
    if (report.classes() == 0) {
      int refused = report.refusedByFilter().size();
      throw new IOException(
          "no class that a session may hold was found in "
              + old
              + " (class files: "
              + before.all().size()
              + ", serializable, but refused by the class filter: "
              + refused
              + ")");
    }
    if (after.all().isEmpty()) {
      throw new IOException("no class file was found in " + next);
    }
    return report;
  }

  /** Done before the verdict is printed, so that there is none if the file has none. */
  private void write(UpgradeReport report, Path file) throws IOException {
    Result result =
        new Result(
            report.worst(),
            report.verdict(),
            old.toString(),
            next.toString(),
            report.classes(),
            report.counts(),
            report.refusedByFilter(),
            report.onlyByThemselves(),
            report.findings());
    try {
      MAPPER.writeValue(file.toFile(), result);
    } catch (IOException e) {
      throw new IOException("the findings cannot be written to " + file + ": " + e.getMessage(), e);
    }
  }

  private static <T> T parsed(CommandSpec command, String option, Supplier<T> parse) {
    try {
      return parse.get();
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage()).replaceFirst("^\\w+:", option + ":");
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
