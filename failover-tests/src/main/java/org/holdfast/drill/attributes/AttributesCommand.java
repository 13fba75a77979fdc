// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.attributes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.holdfast.drill.cli.VersionLine;
import org.holdfast.drill.jvm.JvmOptions;
import org.holdfast.drill.jvm.RunningJvm;
import org.holdfast.drill.jvm.UnreachableException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verb {@code attributes}. */
@Command(
    name = "attributes",
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    sortOptions = false,
    header = "Says what each session attribute of a running server costs.",
    description =
        "Prints a table for each application of the given JVMs: bytes, changes, encodings in vain,"
            + " reads and size of each attribute name since the application started there, the most"
            + " bytes first. A process is asked through Java's attach API, as the same user; it"
            + " then keeps a JMX agent on loopback.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every JVM has told",
      "2:unknown option or impossible value",
      "3:a JVM could not be reached, or runs no Holdfast"
    })
public final class AttributesCommand implements Callable<Integer> {
  static final int EXIT_TOLD = 0;
  static final int EXIT_COULD_NOT_RUN = 3;

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  @Mixin private JvmOptions which = new JvmOptions();

  @Option(names = "--json", description = "Print JSON instead of tables (default: tables).")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws JsonProcessingException {
    CommandSpec command = spec;
    if (command == null) {
      throw new IllegalStateException("attributes was called without its command line");
    }
    List<RunningJvm> jvms = which.jvms(command.commandLine());
    if (jvms.isEmpty()) {
      throw new ParameterException(
          command.commandLine(), "which JVM? Give --pid PID or --jmx HOST:PORT");
    }
    PrintWriter out = command.commandLine().getOut();
    PrintWriter err = command.commandLine().getErr();
    List<Map<String, Object>> figures = new ArrayList<>();
    int exit = EXIT_TOLD;
    for (RunningJvm jvm : jvms) {
      try {
        AttributeBeans beans = new AttributeBeans(jvm);
        if (json) {
          figures.addAll(beans.figures());
        } else {
          beans.tables().forEach(out::println);
        }
      } catch (UnreachableException e) {
        err.println("holdfast attributes: " + e.getMessage());
        exit = EXIT_COULD_NOT_RUN;
      }
    }
    if (json) {
      out.println(MAPPER.writeValueAsString(figures));
    }
    out.flush();
    err.flush();
    return exit;
  }
}
