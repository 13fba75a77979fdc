// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The times of one developer's cycle, in ms; a process prints it on a line of its own.
 *
 * @param firstPage from the start of the process to the first page
 * @param whole to the page after the last redeployment
 * @param cpu processor time of all threads of the process so far
 */
record CycleTime(long firstPage, long whole, long cpu) {
  private static final Pattern TEXT =
      Pattern.compile("CycleTime\\[firstPage=(\\d+), whole=(\\d+), cpu=(\\d+)]");

  /** Finds it in the output of a process. */
  static CycleTime in(String output) {
    Matcher found = TEXT.matcher(output);
    if (!found.find()) {
      throw new IllegalStateException("no time in the output: " + output);
    }
    return new CycleTime(
        Long.parseLong(found.group(1)),
        Long.parseLong(found.group(2)),
        Long.parseLong(found.group(3)));
  }

  /** Returns the processor time so far; 0 if the system does not report it. */
  static long cpuMillis(ProcessHandle process) {
    return process.info().totalCpuDuration().map(Duration::toMillis).orElse(0L);
  }
}
