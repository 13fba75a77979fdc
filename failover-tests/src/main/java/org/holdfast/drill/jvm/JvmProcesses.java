// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.jvm;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Tells JVMs from other processes, without touching any. To attach to a JVM means to send it {@code
 * SIGQUIT}, and what is none ends by that signal, unless it has another use for it: nginx, for one,
 * stops serving. So nobody is attached to whom this has not found to be a JVM.
 */
final class JvmProcesses {
  /** The library of a JVM as code, not as data that a debugger looks into. */
  private static final Pattern LIBRARY =
      Pattern.compile("\\S+ ..x\\S* .*/libjvm\\.so( \\(deleted\\))?");

  private static final int SIGQUIT = 3;

  private final Path proc;

  /**
   * @param proc {@code /proc} but in tests
   */
  JvmProcesses(Path proc) {
    this.proc = proc;
  }

  /** Of this machine. */
  static JvmProcesses here() {
    return new JvmProcesses(Path.of("/proc"));
  }

  /**
   * Returns if the process may be attached to.
   *
   * @throws UnreachableException if it is no JVM, or cannot be told from one that is none, or does
   *     not listen
   */
  void require(long pid) throws UnreachableException {
    if (!Files.isDirectory(proc.resolve("self"))) {
      requireListed(pid);
      return;
    }
    Path process = proc.resolve(Long.toString(pid));
    if (!isJvm(process, pid)) {
      throw new UnreachableException(
          "process "
              + pid
              + " is no JVM: its program runs no libjvm.so, by "
              + process.resolve("maps"));
    }
    if (!listens(process)) {
      throw new UnreachableException(
          "process "
              + pid
              + " does not listen to who wants to attach: it starts still, or has -Xrs with"
              + " -XX:+DisableAttachMechanism; try again, or start it with a JMX port");
    }
  }

  private static boolean isJvm(Path process, long pid) throws UnreachableException {
    // A path may hold any byte.
    try (Stream<String> maps = Files.lines(process.resolve("maps"), StandardCharsets.ISO_8859_1)) {
      return maps.anyMatch(line -> LIBRARY.matcher(line).matches());
    } catch (IOException | UncheckedIOException e) {
      throw new UnreachableException(
          "process "
              + pid
              + " cannot be asked, as nothing tells whether it is a JVM: "
              + process.resolve("maps")
              + " cannot be read; run as its user or as root",
          e);
    }
  }

  /** Whether it catches {@code SIGQUIT}, or needs none, since its socket is open already. */
  private static boolean listens(Path process) throws UnreachableException {
    String inside = process.getFileName().toString();
    List<String> caught = new ArrayList<>();
    try {
      for (String line :
          Files.readAllLines(process.resolve("status"), StandardCharsets.ISO_8859_1)) {
        if (line.startsWith("SigCgt:")) {
          caught.add(line.substring("SigCgt:".length()).strip());
        } else if (line.startsWith("NSpid:")) {
          // The last one is its id in its own container.
          inside = line.substring(line.lastIndexOf('\t') + 1);
        }
      }
    } catch (IOException e) {
      return false;
    }
    boolean catches =
        caught.stream()
            .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) >> (SIGQUIT - 1) & 1) == 1);
    return catches || Files.exists(process.resolve("root/tmp/.java_pid" + inside));
  }

  /** Where there is no {@code /proc}: JVMs of the same user write a file that says so. */
  private static void requireListed(long pid) throws UnreachableException {
    String id = Long.toString(pid);
    if (VirtualMachine.list().stream().noneMatch(each -> each.id().equals(id))) {
      throw new UnreachableException(
          "process " + pid + " is no JVM that jcmd -l lists here: another user's, or none");
    }
  }
}
