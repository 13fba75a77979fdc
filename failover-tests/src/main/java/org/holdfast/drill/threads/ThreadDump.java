/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
