// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.holdfast.drill.threads.ThreadSummary.Dump;
import org.holdfast.drill.threads.ThreadSummary.Group;
import org.holdfast.drill.threads.ThreadSummary.Lock;
import org.holdfast.drill.threads.ThreadSummary.Owner;
import org.holdfast.drill.threads.ThreadSummary.Unchanged;
import org.jspecify.annotations.Nullable;

/** Words a summary for people. Long lists are cut, and say so; JSON has all. */
public final class ThreadReport {
  private static final int MAX_ROWS = 40;
  private static final int MAX_TEXT = 120;

  private final ThreadSummary summary;
  private final List<String> lines = new ArrayList<>();

  private ThreadReport(ThreadSummary summary) {
    this.summary = summary;
  }

  /** Returns the report, line by line. */
  public static List<String> lines(ThreadSummary summary) {
    return new ThreadReport(summary).lines();
  }

  /** Returns the one line that says whether threads wait for locks, of the dump with the most. */
  public static String headline(ThreadSummary summary) {
    int worst = 0;
    for (int i = 1; i < summary.dumps().size(); i++) {
      if (blocked(summary, i) > blocked(summary, worst)) {
        worst = i;
      }
    }
    int at = worst;
    Dump dump = summary.dumps().get(at);
    long locks = summary.locks().stream().filter(lock -> lock.waiting().get(at) > 0).count();
    String of = " of " + count(dump.threads(), "thread");
    String where = summary.dumps().size() == 1 ? "" : " in [" + (at + 1) + "]";
    int blocked = blocked(summary, at);
    return blocked == 0
        ? "none" + of + where + (knowsLocks(dump) ? " is blocked" : " is known to be blocked")
        : blocked
            + of
            + where
            + (blocked == 1 ? " is" : " are")
            + " blocked on "
            + count((int) locks, "lock");
  }

  private static boolean knowsLocks(Dump dump) {
    return !dump.missing().contains(Fact.STATES);
  }

  private static int blocked(ThreadSummary summary, int dump) {
    return summary.dumps().get(dump).count(ThreadState.BLOCKED);
  }

  private List<String> lines() {
    lines.add(headline(summary));
    deadlocks();
    lines.add("");
    dumps();
    states();
    locks();
    groups();
    unchanged();
    missing();
    return List.copyOf(lines);
  }

  private void deadlocks() {
    for (int i = 0; i < summary.dumps().size(); i++) {
      for (List<String> circle : cut(summary.dumps().get(i).deadlocks())) {
        List<String> names = new ArrayList<>(cut(circle));
        names.add(circle.get(0));
        lines.add(
            "DEADLOCK"
                + (summary.dumps().size() == 1 ? "" : " in [" + (i + 1) + "]")
                + ": "
                + String.join(" waits for ", names.stream().map(ThreadReport::quoted).toList()));
      }
    }
  }

  private void dumps() {
    for (int i = 0; i < summary.dumps().size(); i++) {
      Dump dump = summary.dumps().get(i);
      lines.add(
          ("[" + (i + 1) + "] " + printable(dump.source() + "  " + dump.time() + "  " + dump.jvm()))
              .stripTrailing());
    }
    lines.add("");
  }

  private void states() {
    heading("state");
    row(counts(Dump::threads), "all" + filtered());
    for (ThreadState state : ThreadState.values()) {
      List<Integer> counts = counts(dump -> dump.count(state));
      if (Collections.max(counts) > 0) {
        row(counts, state.words());
      }
    }
    lines.add("");
  }

  private String filtered() {
    return summary.dumps().stream().allMatch(dump -> dump.all() == dump.threads())
        ? " threads"
        : " whose name matches, of " + counts(Dump::all);
  }

  private List<Integer> counts(Function<Dump, Integer> count) {
    return summary.dumps().stream().map(count).toList();
  }

  private void locks() {
    if (summary.locks().isEmpty()) {
      return;
    }
    heading("blocked by");
    for (Lock lock : cut(summary.locks())) {
      row(lock.waiting(), new DumpedLock(lock.className(), lock.address()).toString());
      if (lock.owners().isEmpty()) {
        below("held by nobody whom the dump names");
      }
      lock.owners().forEach(owner -> below("held by " + owner(owner)));
      below("waiting: " + names(lock.names(), Collections.max(lock.waiting())));
    }
    more(summary.locks().size(), "locks");
    lines.add("");
  }

  private static String owner(Owner owner) {
    return quoted(owner.name())
        + ", "
        + owner.state().words()
        + (owner.blockedBy() == null ? "" : " by " + owner.blockedBy())
        + (owner.place() == null ? "" : " at " + owner.place());
  }

  private void groups() {
    heading("what they do");
    for (Group group : cut(summary.groups())) {
      int timed = Collections.max(group.timed());
      row(
          group.threads(),
          action(group.state(), group.on(), group.place())
              + (timed == 0 || group.state() == ThreadState.SLEEPING ? "" : ", with time-out"));
      below(names(group.names(), Collections.max(group.threads())));
    }
    more(summary.groups().size(), "groups");
    lines.add("");
  }

  private static String action(ThreadState state, @Nullable String on, String place) {
    String by = state == ThreadState.BLOCKED ? " by " : " on ";
    return state.words() + (on == null ? "" : by + on) + " at " + place;
  }

  private void unchanged() {
    if (summary.dumps().size() < 2) {
      return;
    }
    lines.add("same stack in all " + summary.dumps().size() + " dumps: stuck, or idle");
    if (summary.unchanged().isEmpty()) {
      lines.add("  none");
    }
    for (Unchanged same : cut(summary.unchanged())) {
      String cpu =
          same.cpuMillis() < 0
              ? ""
              : String.format(Locale.ROOT, ", %,.0f ms CPU meanwhile", same.cpuMillis());
      row(List.of(same.threads()), action(same.state(), same.on(), same.place()) + cpu);
      lines.add("          " + printable(names(same.names(), same.threads())));
    }
    more(summary.unchanged().size(), "groups");
    lines.add("");
  }

  private void missing() {
    Set<Fact> missing = EnumSet.noneOf(Fact.class);
    summary.dumps().forEach(dump -> missing.addAll(dump.missing()));
    for (Fact fact : missing) {
      List<String> where = new ArrayList<>();
      for (int i = 0; i < summary.dumps().size(); i++) {
        if (summary.dumps().get(i).missing().contains(fact)) {
          where.add("[" + (i + 1) + "]");
        }
      }
      lines.add("not in " + String.join(" ", cut(where)) + ": " + fact.words());
    }
  }

  private void heading(String title) {
    StringBuilder heading = new StringBuilder();
    for (int i = 1; i <= summary.dumps().size(); i++) {
      heading.append(String.format(Locale.ROOT, "%8s", "[" + i + "]"));
    }
    lines.add(heading + "  " + title);
  }

  private void row(List<Integer> counts, String text) {
    StringBuilder row = new StringBuilder();
    counts.forEach(count -> row.append(String.format(Locale.ROOT, "%,8d", count)));
    lines.add(row + "  " + printable(text));
  }

  private void below(String text) {
    lines.add(" ".repeat(8 * summary.dumps().size() + 4) + printable(text));
  }

  private void more(int all, String what) {
    if (all > MAX_ROWS) {
      lines.add("     ... and " + (all - MAX_ROWS) + " more " + what + " (--json has them)");
    }
  }

  private static <T> List<T> cut(List<T> all) {
    return all.size() > MAX_ROWS ? all.subList(0, MAX_ROWS) : all;
  }

  private static String names(List<String> names, int all) {
    String some = String.join(", ", names.stream().map(ThreadReport::quoted).toList());
    return all > names.size() ? some + ", ..." : some;
  }

  private static String quoted(String name) {
    return "\"" + (name.length() > MAX_TEXT ? name.substring(0, MAX_TEXT) + "..." : name) + "\"";
  }

  private static String count(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  /**
   * Names of threads come from anybody: they must not move the cursor or look like a line of ours.
   */
  private static String printable(String text) {
    StringBuilder printable = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c)
        .forEach(printable::appendCodePoint);
    return printable.toString();
  }
}
