// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.capacity.NodeUsage;
import org.holdfast.drill.cli.Lines;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.usage.NodeSample;
import org.holdfast.drill.usage.NodeUse;
import org.jspecify.annotations.Nullable;

/**
 * Kills nodes right after a stage has become steady, and measures the survivors from when they have
 * settled to its end, if that is two seconds or more. What users saw of it is the whole steady
 * state of that stage, the kill included. One stage each.
 */
final class LossTrial implements StageMeter.During {
  /** The steady state has its first second with all nodes, so that users are in mid-request. */
  static final Duration BEFORE = Duration.ofSeconds(1);

  /** CPU time comes in ticks of 10 ms: a moment says nothing about a share. */
  private static final Duration LEAST = Duration.ofSeconds(2);

  /** A question to a node that does not answer takes a second or two. */
  private static final Duration LAST_QUESTIONS = Duration.ofSeconds(10);

  private final Servers servers;
  private final List<Servers.Server> victims;
  private final List<Servers.Server> survivors;
  private final Duration before;
  private final Settling settling;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread thread = new Thread(this::lose, "loss");
  private final List<NodeSample> first = new ArrayList<>();
  private final List<NodeSample> last = new ArrayList<>();
  private final List<String> tried = new ArrayList<>();
  private final List<String> dead = new ArrayList<>();
  private boolean isKilling;
  private @Nullable String failure;

  /**
   * @param lost how many of the nodes are killed: the last ones
   * @param replicates whether the survivors have a view of them alone to settle in; if not, what
   *     view they have, if any, is that of their status
   * @param before how long after the beginning of the steady state: {@link #BEFORE} but in tests
   * @param patience how long the survivors may take to settle; they are measured from then on
   */
  LossTrial(Servers servers, int lost, boolean replicates, Duration before, Duration patience) {
    List<Servers.Server> nodes = servers.nodes();
    this.servers = servers;
    this.before = before;
    this.survivors = List.copyOf(nodes.subList(0, nodes.size() - lost));
    this.victims = List.copyOf(nodes.subList(nodes.size() - lost, nodes.size()));
    this.settling = new Settling(victims, survivors, replicates, patience);
    this.thread.setDaemon(true);
  }

  /** {@inheritDoc} None if the stage was over before. */
  @Override
  public List<String> killed() {
    synchronized (first) {
      return List.copyOf(tried);
    }
  }

  /** The nodes that {@link #killed} names. */
  List<Servers.Server> victims() {
    return killed().isEmpty() ? List.of() : victims;
  }

  /** Names of the nodes that were killed, as far as anybody knows. */
  List<String> dead() {
    synchronized (first) {
      List<String> all = new ArrayList<>(dead);
      all.removeAll(settling.serving());
      return all;
    }
  }

  /** Why this was no loss of those nodes, in words; null if it was, or was not tried. */
  @Nullable String trouble() {
    List<String> serving = settling.serving();
    synchronized (first) {
      return failure != null || serving.isEmpty()
          ? failure
          : String.join(" and ", serving)
              + " went on answering after the kill: does the command mean another node?";
    }
  }

  /** Names of the survivors that run no more, or let nobody in. */
  List<String> ended() {
    List<String> refusing = servers.refusing();
    return survivors.stream()
        .filter(node -> !isAlive(node) || refusing.contains(name(node)))
        .map(LossTrial::name)
        .toList();
  }

  private static boolean isAlive(Servers.Server node) {
    Servers.Control control = node.control();
    return control == null || control.alive();
  }

  private static String name(Servers.Server node) {
    return node.target().name();
  }

  @Override
  public void begins() {
    thread.start();
  }

  @Override
  public void ends() {
    giveUp();
    synchronized (first) {
      if (!first.isEmpty()) {
        survivors.forEach(node -> last.add(node.meter().sample()));
      }
    }
  }

  /** Nothing more is done, and nobody waits any longer for a command that kills. */
  private void giveUp() {
    over.countDown();
    synchronized (first) {
      if (isKilling) {
        thread.interrupt();
      }
    }
  }

  /**
   * Gives up what is under way, after a stage that came to its end or not, and waits for it: what
   * is done to the nodes next must not meet a command that kills them.
   */
  void end() {
    giveUp();
    boolean interrupted = Thread.interrupted();
    try {
      thread.join(LAST_QUESTIONS.toMillis());
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void lose() {
    try {
      if (over.await(before.toMillis(), TimeUnit.MILLISECONDS) || !kill()) {
        return;
      }
      settling.await(over);
      synchronized (first) {
        // Had the stage ended, both samples would be of the same moment.
        if (over.getCount() > 0) {
          survivors.forEach(node -> first.add(node.meter().sample()));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Names the victims before, so that one killed in a stage is never taken for alive after it. No
   * lock is held meanwhile: a command may take longer than the stage.
   *
   * @return whether all of them are dead, as far as whoever killed them knows
   */
  private boolean kill() {
    synchronized (first) {
      if (over.getCount() == 0) {
        return false;
      }
      isKilling = true;
      victims.forEach(victim -> tried.add(name(victim)));
    }
    long since = System.nanoTime();
    FaultException thrown = null;
    try {
      servers.kill(victims);
    } catch (FaultException e) {
      thrown = e;
    }
    synchronized (first) {
      isKilling = false;
      // Whoever ended the stage meant the command, not what comes after it.
      boolean unused = Thread.interrupted();
      for (Servers.Server victim : victims) {
        if (thrown == null || !isAlive(victim)) {
          dead.add(name(victim));
        }
      }
      failure = thrown == null ? null : words(thrown, (System.nanoTime() - since) / 1e9);
    }
    return thrown == null;
  }

  private String words(FaultException thrown, double seconds) {
    List<String> living = new ArrayList<>(tried);
    living.removeAll(dead);
    return String.join(" and ", living)
        + " could not be killed: "
        + (over.getCount() == 0
            ? String.format(
                Locale.ROOT,
                "the command had not ended %.1f s after it was run, when the stage was over",
                seconds)
            : Lines.reasonInALine(thrown));
  }

  /**
   * What the survivors used, steady again; none of it if the stage was over too soon for that, if
   * nothing was lost, and none of those whose CPU nobody told.
   */
  List<NodeUsage> survivorsUse() {
    List<NodeUsage> use = new ArrayList<>();
    if (trouble() != null) {
      return use;
    }
    synchronized (first) {
      for (int i = 0; i < last.size(); i++) {
        NodeUse one = survivors.get(i).meter().between(first.get(i), last.get(i));
        NodeUsage usage = StageResults.usage(one);
        if (usage != null && one.seconds() >= LEAST.toMillis() / 1e3) {
          use.add(usage);
        }
      }
    }
    return use;
  }

  /** When the survivors had settled, for people. */
  String settledWords() {
    synchronized (first) {
      if (tried.isEmpty()) {
        return "the stage was over before a node was killed";
      }
      return failure == null ? settling.words(!last.isEmpty()) : "nobody waited for survivors";
    }
  }
}
