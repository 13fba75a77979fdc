// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Names the process to which something outside of it belongs, so that another process can tell
 * whether it may remove that thing. Drills side by side leave each other alone.
 */
public final class OwnerProcess {
  private static final int START_AFTER_NAME = 19;
  private static final String UNKNOWN_START = "0";

  /** Of process ids: whether one from another lives, nobody here can tell. */
  private static final String NAMESPACE = namespace();

  private OwnerProcess() {}

  /** The name of this process, which no other process has until the machine starts again. */
  public static String current() {
    return describe(ProcessHandle.current());
  }

  /**
   * Whether {@code owner} is the name of a process that has ended. A name that no process here gave
   * itself is none: what has it is nobody's to remove. Where the start of a process cannot be read,
   * as when too many files are open, nothing shows that it has ended.
   */
  public static boolean hasEnded(String owner) {
    long pid;
    try {
      pid = Long.parseLong(owner.substring(0, Math.max(0, owner.indexOf('@'))));
    } catch (NumberFormatException e) {
      return false;
    }
    if (!owner.endsWith("@" + NAMESPACE)) {
      return false;
    }
    Optional<String> living = ProcessHandle.of(pid).map(OwnerProcess::describe);
    if (living.isEmpty()) {
      // A process may be there all the same: to look for its directory takes no open file.
      return !Files.exists(Path.of("/proc", Long.toString(pid)));
    }
    return !living.get().equals(owner) && hasStart(living.get()) && hasStart(owner);
  }

  private static boolean hasStart(String owner) {
    return !owner.contains("@" + UNKNOWN_START + "@");
  }

  private static String describe(ProcessHandle process) {
    return process.pid() + "@" + startTicks(process.pid()) + "@" + NAMESPACE;
  }

  /** Since boot, so that no step of the clock changes it; 0 where the system does not tell. */
  private static String startTicks(long pid) {
    try {
      Path stat = Path.of("/proc", Long.toString(pid), "stat");
      String told = Files.readString(stat, StandardCharsets.ISO_8859_1);
      // The name before may hold spaces and brackets.
      return told.substring(told.lastIndexOf(')') + 2).split(" ")[START_AFTER_NAME];
    } catch (IOException e) {
      return UNKNOWN_START;
    }
  }

  private static String namespace() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
    } catch (IOException | UnsupportedOperationException e) {
      return "";
    }
  }
}
