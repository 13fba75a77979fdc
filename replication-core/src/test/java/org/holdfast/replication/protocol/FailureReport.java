// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The report on a run that failed: the cause, the smallest run that fails so, its trace. */
final class FailureReport {
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final int MOST_LINES = 150;

  private FailureReport() {}

  static AssertionError of(Plan plan, Violation violation) {
    Shrinker shrinker = new Shrinker(plan, violation, MOST_NANOS);
    Plan smallest = shrinker.shrink();
    Violation again = Violation.of(smallest, Trace.of(violation.key(), MOST_LINES));
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            "seed %d: %s%nReplay it with%n  %s%nOnce it is mended, keep it as a line of"
                + " failing-seeds.txt:%n  %s %s%n"
                + "After %d runs the smallest that fails alike is %s%n  %s%n",
            plan.seed,
            violation.message(),
            command(plan),
            plan,
            violation.message().lines().findFirst().orElse(""),
            shrinker.runs(),
            difference(plan, smallest),
            command(smallest)));
    if (again != null) {
      text.append(again.message());
      again.trace().forEach(line -> text.append(System.lineSeparator()).append(line));
    }
    return new AssertionError(text.toString(), violation.cause());
  }

  static String command(Plan plan) {
    return "mvn test -pl replication-core -Dtest=SimulationTest -Dplan=" + plan;
  }

  private static String difference(Plan whole, Plan smallest) {
    return String.format(
        "%d of %d members, %d of %d faults, %d of %d requests:",
        smallest.members,
        whole.members,
        faults(smallest.used()),
        faults(whole.used()),
        requests(smallest.used()),
        requests(whole.used()));
  }

  static long faults(Set<String> parts) {
    return parts.stream().filter(part -> part.startsWith("fault")).count();
  }

  static long requests(Set<String> parts) {
    return parts.stream().filter(part -> part.indexOf('.') >= 0).count();
  }
}
