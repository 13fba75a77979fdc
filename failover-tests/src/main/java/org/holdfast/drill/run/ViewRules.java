// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
