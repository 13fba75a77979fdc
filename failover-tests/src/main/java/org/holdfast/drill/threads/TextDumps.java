// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the dumps in a text, be it a log with other lines around them. For one thread. */
final class TextDumps {
  private static final String PRINTED = "Full thread dump ";
  private static final Pattern PRINTED_TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d");
  private static final Pattern PID = Pattern.compile("\\d{1,10}");
  private static final Pattern INSTANT =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z");

  private final String source;
  private final TextPool pool;
  private final List<ThreadDump> dumps = new ArrayList<>();
  private @Nullable DumpText current;
  private boolean headerSeen;
  private boolean forced;
  private boolean ofBeans;
  private long prefixedLine;

  TextDumps(String source, TextPool pool) {
    this.source = source;
    this.pool = pool;
  }

  List<ThreadDump> read(Reader text) throws IOException {
    BoundedLines lines = new BoundedLines(text);
    String beforeLast = "";
    String last = "";
    for (String line = lines.next(); line != null; line = lines.next()) {
      DumpText next = started(beforeLast, last, line);
      if (next != null) {
        end();
        current = next;
      }
      if (current != null) {
        current.line(line);
      }
      forced |= isForced(line);
      ofBeans |= isOfBeans(line);
      if (prefixedLine == 0 && line.indexOf(PRINTED) > 0) {
        prefixedLine = lines.number();
      }
      beforeLast = last;
      last = line;
    }
    end();
    if (dumps.isEmpty()) {
      throw new NotADumpException(nothing(lines.number()));
    }
    return dumps;
  }

  /** Of {@code jhsdb jstack}, with {@code --mixed} too, or {@code jstack -F}. */
  private static boolean isForced(String line) {
    return line.startsWith("   JavaThread state: _")
        || (line.startsWith(" - ") && line.contains(") @bci="));
  }

  /** Of {@code ThreadInfo.toString()}, or as Tomcat's manager prints them. */
  private static boolean isOfBeans(String line) {
    return line.startsWith("\"") && line.indexOf(" Id=", line.lastIndexOf('"')) > 0;
  }

  private @Nullable DumpText started(String beforeLast, String last, String line) {
    if (line.startsWith(PRINTED)) {
      headerSeen = true;
      String time = PRINTED_TIME.matcher(last).matches() ? last : "";
      String jvm = line.substring(PRINTED.length()).replaceAll(":$", "");
      return new PrintedDump(source, jvm, time, pool);
    }
    if (PID.matcher(beforeLast).matches() && INSTANT.matcher(last).matches()) {
      return new FileDump(source, line, last, pool);
    }
    if (current != null) {
      return null;
    }
    // A file without its beginning is still worth reading.
    if (PrintedDump.isThread(line)) {
      return new PrintedDump(source, "", "", pool);
    }
    return FileDump.isThread(line) ? new FileDump(source, "", "", pool) : null;
  }

  private void end() throws NotADumpException {
    ThreadDump dump = current == null ? null : current.end();
    if (dump != null) {
      dumps.add(dump);
    }
    current = null;
  }

  private String nothing(long lines) {
    if (forced) {
      return source
          + " was printed by jhsdb jstack or jstack -F, whose stacks are not read: take it with"
          + " jstack or jcmd PID Thread.print";
    }
    if (ofBeans) {
      return source
          + " has threads as Tomcat's manager (/text/threaddump) or ThreadInfo prints them, which are"
          + " not read: take it with jstack or jcmd PID Thread.print";
    }
    if (headerSeen) {
      return source
          + " has a line \""
          + PRINTED.strip()
          + "\", but no thread with a stack after it";
    }
    if (prefixedLine > 0) {
      return source
          + " has text before \""
          + PRINTED.strip()
          + "\" in line "
          + prefixedLine
          + ": remove what the log puts before each line";
    }
    return source
        + " has no thread dump in its "
        + lines
        + " lines: looked for \""
        + PRINTED.strip()
        + "\" or '\"NAME\" #1 ... tid=0x' (jstack, jcmd Thread.print, kill -3) and for"
        + " '#1 \"NAME\"' or JSON with \"threadDump\" (jcmd Thread.dump_to_file)";
  }
}
