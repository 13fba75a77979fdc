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

package org.holdfast.drill.run;

import java.util.Collection;
import java.util.Set;
import java.util.function.Predicate;
import org.holdfast.drill.cluster.NodeStatus;

/** What may be said of a node's view. */
final class ViewRules {
  private ViewRules() {}

  /** It has a view, and none of these is in it. */
  static Predicate<NodeStatus> without(Set<String> gone) {
    return status ->
        !status.viewMembers().isEmpty() && status.viewMembers().stream().noneMatch(gone::contains);
  }

  /** It is settled in its view, and all that it serves is protected. */
  static Predicate<NodeStatus> quiet() {
    return status -> status.settled() && status.degradedSessions() == 0;
  }

  /** It has a view of exactly these. */
  static Predicate<NodeStatus> of(Collection<String> names) {
    Set<String> wanted = Set.copyOf(names);
    return status -> Set.copyOf(status.viewMembers()).equals(wanted);
  }
}
