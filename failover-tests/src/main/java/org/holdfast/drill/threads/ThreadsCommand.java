// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.holdfast.drill.cli.VersionLine;
import org.holdfast.drill.jvm.JvmOptions;
import org.holdfast.drill.jvm.RunningJvm;
import org.holdfast.drill.jvm.UnreachableException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code threads}. */
@Command(
    name = "threads",
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    sortOptions = false,
    header = "Says what the threads of a JVM do, and which locks block them.",
    description =
        "Counts the threads of dumps by state and by the first frame that is not of the JDK, names the"
            + " locks that block the most and who holds them, and what stays the same from dump to"
            + " dump. Reads what jstack, jcmd Thread.print, kill -3 (in a log) of JDK 6 and newer and"
            + " jcmd Thread.dump_to_file (text or JSON) of JDK 21 and newer write, or asks running"
            + " JVMs: a process through Java's attach API, as the same user; it then keeps a JMX agent"
            + " on loopback.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every dump was read",
      "2:unknown option or impossible value, or a file that cannot be read",
      "3:a file has no dump, or a JVM could not be reached; the others are told"
    })
public final class ThreadsCommand implements Callable<Integer> {
  static final int EXIT_TOLD = 0;
  static final int EXIT_COULD_NOT_RUN = 3;

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description = "Thread dumps, one or several in a file, in the order of time.")
  private List<Path> files = List.of();

  @Option(
      names = "--name",
      paramLabel = "PATTERN",
      description =
          "Count only threads in whose name this regular expression is found (default: all).")
  private @Nullable String name;

  @Mixin private JvmOptions which = new JvmOptions();

  @Option(names = "--json", description = "Print JSON instead of tables (default: tables).")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws JsonProcessingException {
    CommandSpec command = spec;
    if (command == null) {
      throw new IllegalStateException("threads was called without its command line");
    }
    CommandLine line = command.commandLine();
    Predicate<String> wanted = names(line);
    List<RunningJvm> jvms = which.jvms(line);
    requireAny(line, jvms);
    List<String> troubles = new ArrayList<>();
    List<ThreadDump> dumps = dumps(jvms, troubles);
    PrintWriter out = line.getOut();
    PrintWriter err = line.getErr();
    troubles.forEach(trouble -> err.println("holdfast threads: " + trouble));
    if (!dumps.isEmpty()) {
      ThreadSummary summary = ThreadSummary.of(dumps, wanted);
      if (json) {
        out.println(MAPPER.writeValueAsString(summary));
      } else {
        ThreadReport.lines(summary).forEach(out::println);
      }
    }
    out.flush();
    err.flush();
    return troubles.isEmpty() ? EXIT_TOLD : EXIT_COULD_NOT_RUN;
  }

  private Predicate<String> names(CommandLine line) {
    if (name == null) {
      return any -> true;
    }
    try {
      return Pattern.compile(name).asPredicate();
    } catch (PatternSyntaxException e) {
      throw new ParameterException(
          line,
          "--name must be a regular expression, was \"" + name + "\": " + e.getDescription(),
          e);
    }
  }

  private void requireAny(CommandLine line, List<RunningJvm> jvms) {
    if (files.isEmpty() && jvms.isEmpty()) {
      throw new ParameterException(line, "which dump? Give FILE, --pid PID or --jmx HOST:PORT");
    }
    for (Path file : files) {
      if (!Files.isReadable(file)) {
        throw new ParameterException(
            line, "each FILE must name a file that can be read, was \"" + file + "\"");
      }
    }
  }

  private List<ThreadDump> dumps(List<RunningJvm> jvms, List<String> troubles) {
    List<ThreadDump> dumps = new ArrayList<>();
    for (Path file : files) {
      try {
        dumps.addAll(ThreadDumps.read(file));
      } catch (NotADumpException e) {
        troubles.add(e.getMessage());
      } catch (IOException e) {
        troubles.add(file + " cannot be read: " + e);
      }
    }
    for (RunningJvm jvm : jvms) {
      try {
        dumps.add(LiveDump.take(jvm));
      } catch (UnreachableException e) {
        troubles.add(e.getMessage());
      } catch (IOException e) {
        troubles.add(jvm.name() + " gives no thread dump: " + e.getMessage());
      }
    }
    return dumps;
  }
}
