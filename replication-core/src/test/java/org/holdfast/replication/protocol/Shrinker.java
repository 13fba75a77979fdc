// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Takes away from a failing run whatever is not needed to fail in the same way: faults, bad
 * weather, the skew of clocks, clients, members, single requests. Until nothing more can be taken
 * away, or the time is over.
 *
 * @see <a href="https://doi.org/10.1109/32.988498">Zeller and Hildebrandt, Simplifying and
 *     Isolating Failure-Inducing Input, 2002</a>
 */
final class Shrinker {
  private final long untilNanos;
  private final String kind;
  private Plan smallest;
  private Set<String> parts;
  private int runs;

  /**
   * @param failing has just been run and failed as {@code violation} says
   * @param mostNanos of real time
   */
  Shrinker(Plan failing, Violation violation, long mostNanos) {
    smallest = failing;
    parts = failing.used();
    kind = violation.kind();
    untilNanos = System.nanoTime() + mostNanos;
  }

  /** Returns a plan that fails in the same way, and nothing of which can be spared alone. */
  Plan shrink() {
    int before;
    do {
      before = size();
      takeMembers();
      for (String part : List.copyOf(parts)) {
        if (!isRequest(part)) {
          tryWithout(Set.of(part));
        }
      }
      for (int client = 0; client < 3; client++) {
        String prefix = "c" + client + ".";
        tryWithout(matching(prefix));
      }
      takeRequests();
    } while (size() < before && hasTime());
    return smallest;
  }

  /** How many runs that took. */
  int runs() {
    return runs;
  }

  private int size() {
    return parts.size() + smallest.members;
  }

  private boolean hasTime() {
    return System.nanoTime() - untilNanos < 0;
  }

  private static boolean isRequest(String part) {
    return part.indexOf('.') >= 0;
  }

  private Set<String> matching(String prefix) {
    Set<String> matching = new LinkedHashSet<>(parts);
    matching.removeIf(part -> !part.startsWith(prefix));
    return matching;
  }

  private void takeMembers() {
    for (int members = 2; members < smallest.members; members++) {
      if (tryRun(members, parts)) {
        return;
      }
    }
  }

  /** Takes away half of the requests, then a quarter, and in the end one after the other. */
  private void takeRequests() {
    for (int portion = parts.size(); portion >= 1; portion /= 2) {
      List<String> requests = parts.stream().filter(Shrinker::isRequest).toList();
      // The last ones first: what follows from them is least.
      for (int end = requests.size(); end > 0 && hasTime(); end -= portion) {
        tryWithout(new LinkedHashSet<>(requests.subList(Math.max(0, end - portion), end)));
      }
    }
  }

  private void tryWithout(Set<String> some) {
    List<String> rest = new ArrayList<>(parts);
    rest.removeAll(some);
    if (rest.size() < parts.size()) {
      tryRun(smallest.members, new LinkedHashSet<>(rest));
    }
  }

  private boolean tryRun(int members, Set<String> kept) {
    if (!hasTime()) {
      return false;
    }
    runs++;
    Plan plan = smallest.with(members, kept);
    Violation violation = Violation.of(plan);
    if (violation == null || !violation.kind().equals(kind)) {
      return false;
    }
    smallest = plan;
    // Steps that it did not reach any more need not be kept.
    parts = plan.used();
    return true;
  }
}
