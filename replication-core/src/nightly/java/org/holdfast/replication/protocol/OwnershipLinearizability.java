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

import org.junit.jupiter.api.Test;

/**
 * Whether acquire, hand-over, takeover and acknowledgement together let a session look as if it
 * were in one place. That the runs would show it if a rule of the protocol were left out: {@link
 * HandedOverInMidRequestLinearizability} and the others, each in a process of its own, since
 * Lincheck keeps the classes that it has rewritten by name and would run the one build for the
 * other.
 */
class OwnershipLinearizability {
  @Test
  void countsAsOneNodeWould_whenNothingFails() {
    OwnershipRuns.checkCounter();
  }

  @Test
  void remembersAsOneNodeWould_whenANodeDies() {
    OwnershipRuns.checkSet();
  }
}
