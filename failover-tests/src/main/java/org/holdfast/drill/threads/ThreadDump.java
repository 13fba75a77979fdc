// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import java.util.List;
import java.util.Set;

/**
 * All threads of a JVM at one moment. Immutable.
 *
 * @param source file or JVM, for people; with a number where a file has several dumps
 * @param jvm the version of the JVM, as the dump has it, or empty
 * @param time as the dump has it, or empty
 * @param missing what this dump does not tell
 */
public record ThreadDump(
    String source, String jvm, String time, List<DumpedThread> threads, Set<Fact> missing) {

  ThreadDump from(String newSource) {
    return new ThreadDump(newSource, jvm, time, threads, missing);
  }
}
