// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Answers a command line that cannot be obeyed with one line that says why and one that says where
 * to look, instead of the whole usage, in which the reason would scroll away.
 */
public final class UsageErrors implements IParameterExceptionHandler {
  /** A word with a capital: a name, such as that of a file, is to be told as it is. */
  private static final Pattern SENTENCE = Pattern.compile("[A-Z][a-z]* ");

  /** Exit code of every verb for an unknown option or an impossible value. */
  public static final int EXIT_USAGE = 2;

  @Override
  public int handleParseException(ParameterException refused, String[] arguments) {
    CommandLine verb = refused.getCommandLine();
    String name = verb.getCommandSpec().qualifiedName();
    PrintWriter err = verb.getErr();
    err.println(name + ": " + reason(refused, verb));
    err.println("try '" + name + " --help'");
    err.flush();
    return EXIT_USAGE;
  }

  private static String reason(ParameterException refused, CommandLine verb) {
    if (refused instanceof UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      return surplus(unmatched, "'" + unmatched.getUnmatched().get(0) + "'", verb);
    }
    String message = refused.getMessage();
    if (message == null || message.isBlank()) {
      return "the command line cannot be understood";
    }
    String line = message.strip().replaceAll("\\s*\\R\\s*", " ");
    return SENTENCE.matcher(line).lookingAt()
        ? line.substring(0, 1).toLowerCase(Locale.ROOT) + line.substring(1)
        : line;
  }

  private static String surplus(
      UnmatchedArgumentException unmatched, String argument, CommandLine verb) {
    if (unmatched.isUnknownOption()) {
      List<String> similar = unmatched.getSuggestions();
      return "unknown option "
          + argument
          + (similar.isEmpty() ? "" : "; similar: " + String.join(", ", similar));
    }
    return verb.getSubcommands().isEmpty()
        ? "takes options only, was given " + argument
        : "unknown verb " + argument + "; the verbs are " + verbs(verb);
  }

  /** Names the verbs of {@code command}, for people. */
  public static String verbs(CommandLine command) {
    return String.join(", ", command.getSubcommands().keySet());
  }
}
