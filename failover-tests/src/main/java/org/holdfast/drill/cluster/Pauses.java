// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.holdfast.drill.fault.FaultException;

/**
 * Stops and continues processes with signals. A shell stands by for each pause and continues them
 * when it is told to, or when this process ends: nothing stays stopped for ever.
 */
final class Pauses {
  /**
   * A signal is on its way when kill returns: waits until the kernel calls each one stopped, 5 s at
   * most; not at all where it does not tell.
   */
  private static final String STANDS =
      "for p; do n=0; while [ $n -lt 500 ] && case \"$(cat /proc/$p/stat 2>/dev/null)\" in"
          + " ''|*') T '*) false;; *) true;; esac; do n=$((n+1)); sleep 0.01; done; done;";

  /** The shell's own kill: a machine may have no such program. */
  private static final String SCRIPT =
      "trap '' INT; for p; do kill -STOP $p || { for q; do kill -CONT $q 2>/dev/null; done; exit 1; };"
          + " done; "
          + STANDS
          + " echo stopped; read line;"
          + " for p; do kill -CONT $p 2>/dev/null; done; exit 0";

  /** The shell that stands by, by process id of who is stopped. */
  @GuardedBy("this")
  private final Map<Long, Process> standingBy = new HashMap<>();

  /**
   * Stops processes, all with one shell, so that they stop together; returns when they have.
   *
   * @throws FaultException if one could not be stopped
   */
  synchronized void pause(List<Long> pids) {
    List<Long> running = new ArrayList<>(pids);
    running.removeAll(standingBy.keySet());
    if (running.isEmpty()) {
      return;
    }
    List<String> command = new ArrayList<>(List.of("sh", "-c", SCRIPT, "holdfast-pause"));
    running.forEach(pid -> command.add(pid.toString()));
    try {
      Process shell = new ProcessBuilder(command).redirectErrorStream(true).start();
      BufferedReader said =
          new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.UTF_8));
      String line = said.readLine();
      if (!"stopped".equals(line)) {
        shell.destroy();
        throw new FaultException("cannot pause " + text(running) + ": " + line);
      }
      running.forEach(pid -> standingBy.put(pid, shell));
    } catch (IOException e) {
      throw new FaultException("cannot pause " + text(running) + ": " + e, e);
    }
  }

  /** Continues processes, and those that were stopped together with them; returns when told. */
  synchronized void resume(List<Long> pids) {
    for (Long pid : pids) {
      Process shell = standingBy.get(pid);
      if (shell == null) {
        continue;
      }
      try {
        shell.getOutputStream().close();
        int unused = shell.waitFor();
      } catch (IOException e) {
        throw new FaultException("cannot resume process " + pid + ": " + e, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new FaultException("interrupted while resuming process " + pid, e);
      } finally {
        standingBy.values().removeIf(shell::equals);
      }
    }
  }

  /** Continues all; for the end, when it matters only that nothing stays stopped. */
  synchronized void resumeAll() {
    for (Process shell : standingBy.values()) {
      try {
        shell.getOutputStream().close();
      } catch (IOException e) {
        // It has ended, so it has continued them.
      }
    }
    standingBy.clear();
  }

  private static String text(List<Long> pids) {
    return pids.stream().map(String::valueOf).collect(Collectors.joining(", ", "process ", ""));
  }
}
