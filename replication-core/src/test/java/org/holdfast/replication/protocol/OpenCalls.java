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

package org.holdfast.replication.protocol;

import java.util.LinkedHashMap;
import java.util.Map;

/** Members that owe somebody an answer: each call of a replica is answered, whatever happens. */
final class OpenCalls {
  private record Call(SimulatedNode node, String what) {}

  private final Map<Long, Call> open = new LinkedHashMap<>();
  private long calls;

  /** Returns what is to be run when the answer has come. */
  Runnable call(SimulatedNode node, String what) {
    long number = calls++;
    open.put(number, new Call(node, what));
    return () -> open.remove(number);
  }

  /** Whether a member that runs still owes an answer. */
  boolean areOpen() {
    return open.values().stream().anyMatch(call -> call.node.isAlive());
  }

  void verifyNoneIsOpen() {
    if (areOpen()) {
      throw new AssertionError(
          "I15 broken: never answered: "
              + open.values().stream()
                  .filter(call -> call.node.isAlive())
                  .map(call -> call.what + " on " + call.node.self.name())
                  .toList());
    }
  }
}
