// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.cluster.NodeStatus;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the survivors of a loss have settled, and sees that the others are gone: that a
 * command which kills has ended well says nothing of the node. What it saw may be asked from any
 * thread.
 */
final class Settling {
  private static final Duration POLL = Duration.ofMillis(100);

  private final List<Servers.Server> victims;
  private final List<Servers.Server> survivors;
  private final boolean replicates;
  private final Duration patience;

  /** Names of victims that did not serve once they were asked. */
  private final Set<String> gone = new TreeSet<>();

  /** Names of those that served whenever they were asked. */
  private final Set<String> serving = new TreeSet<>();

  /** Names of survivors that have told their status. */
  private final Set<String> telling = new TreeSet<>();

  private @Nullable Double settledSeconds;
  private @Nullable Double unsettledSeconds;

  /**
   * @param replicates whether the survivors have a view of them alone to settle in; if not, what
   *     view they have, if any, is that of their status
   * @param patience how long they may take
   */
  Settling(
      List<Servers.Server> victims,
      List<Servers.Server> survivors,
      boolean replicates,
      Duration patience) {
    this.victims = victims;
    this.survivors = survivors;
    this.replicates = replicates;
    this.patience = patience;
  }

  /** Returns when they have settled, or their patience or the stage is over. */
  void await(CountDownLatch stageOver) throws InterruptedException {
    long since = System.nanoTime();
    boolean isOver = false;
    boolean hasSettled = false;
    while (!isOver && !hasSettled && System.nanoTime() - since < patience.toNanos()) {
      isOver = stageOver.await(POLL.toMillis(), TimeUnit.MILLISECONDS);
      hasSettled = !isOver && ask();
    }
    double seconds = (System.nanoTime() - since) / 1e9;
    synchronized (this) {
      if (hasSettled) {
        settledSeconds = seconds;
      } else {
        unsettledSeconds = seconds;
      }
    }
  }

  /** Asks each, as words tell of those that never answered. */
  private boolean ask() {
    boolean all = true;
    for (Servers.Server victim : victims) {
      all &= isGone(victim);
    }
    for (Servers.Server survivor : survivors) {
      all &= hasSettled(survivor);
    }
    return all;
  }

  private boolean isGone(Servers.Server victim) {
    String name = victim.target().name();
    Servers.Control control = victim.control();
    if (control == null || has(gone, name)) {
      return true;
    }
    boolean serves = control.serves();
    synchronized (this) {
      if (serves) {
        serving.add(name);
      } else {
        serving.remove(name);
        gone.add(name);
      }
    }
    return !serves;
  }

  private boolean hasSettled(Servers.Server survivor) {
    Servers.Control control = survivor.control();
    Optional<NodeStatus> status = control == null ? Optional.empty() : control.status();
    if (status.isPresent()) {
      synchronized (this) {
        telling.add(survivor.target().name());
      }
    }
    return status.filter(this::isSettled).isPresent();
  }

  /** Of nodes that were given a view may have members that are not measured, or there is none. */
  private boolean isSettled(NodeStatus told) {
    if (replicates) {
      return told.settled() && told.viewMembers().size() == survivors.size();
    }
    return told.viewNumber() == 0
        || (told.settled()
            && victims.stream()
                .noneMatch(victim -> told.viewMembers().contains(victim.target().name())));
  }

  private synchronized boolean has(Set<String> names, String name) {
    return names.contains(name);
  }

  /** Names of the victims that went on serving as if nothing had been done to them. */
  synchronized List<String> serving() {
    return List.copyOf(serving);
  }

  /**
   * When they had settled, for people.
   *
   * @param measured whether they were measured from then on
   */
  synchronized String words(boolean measured) {
    if (settledSeconds != null) {
      return String.format(
          Locale.ROOT, "the survivors had settled %.1f s after the kill", settledSeconds);
    }
    double seconds = unsettledSeconds == null ? 0 : unsettledSeconds;
    List<String> silent = new ArrayList<>();
    survivors.forEach(node -> silent.add(node.target().name()));
    silent.removeAll(telling);
    if (!silent.isEmpty() && measured) {
      return String.format(
          Locale.ROOT,
          "whether the survivors had settled nobody knows, as %s told no status: they were measured"
              + " from %.1f s after the kill on",
          String.join(" and ", silent),
          seconds);
    }
    return String.format(
        Locale.ROOT,
        "the survivors had not settled %.1f s after the kill, %s",
        seconds,
        measured
            ? "longer than what they hold explains: they were measured from then on"
            : "when the stage was over: give it longer with --stages");
  }
}
