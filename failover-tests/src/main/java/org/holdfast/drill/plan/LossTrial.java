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

package org.holdfast.drill.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.capacity.NodeUsage;
import org.holdfast.drill.cluster.NodeStatus;
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

  private static final Duration POLL = Duration.ofMillis(100);

  /** CPU time comes in ticks of 10 ms: a moment says nothing about a share. */
  private static final Duration LEAST = Duration.ofSeconds(2);

  private final List<Servers.Server> victims;
  private final List<Servers.Server> survivors;
  private final boolean replicates;
  private final Duration before;
  private final Duration patience;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread thread = new Thread(this::lose, "loss");
  private final List<NodeSample> first = new ArrayList<>();
  private final List<NodeSample> last = new ArrayList<>();
  private final List<String> killed = new ArrayList<>();
  private @Nullable Double settledSeconds;
  private @Nullable Double unsettledSeconds;

  /**
   * @param lost how many of the nodes are killed: the last ones
   * @param replicates whether the survivors have a view to settle in
   * @param before how long after the beginning of the steady state: {@link #BEFORE} but in tests
   * @param patience how long the survivors may take to settle; they are measured from then on
   */
  LossTrial(
      List<Servers.Server> nodes,
      int lost,
      boolean replicates,
      Duration before,
      Duration patience) {
    this.before = before;
    this.patience = patience;
    this.survivors = List.copyOf(nodes.subList(0, nodes.size() - lost));
    this.victims = List.copyOf(nodes.subList(nodes.size() - lost, nodes.size()));
    this.replicates = replicates;
    this.thread.setDaemon(true);
  }

  /** None if the stage was over before. */
  @Override
  public List<String> killed() {
    synchronized (first) {
      return List.copyOf(killed);
    }
  }

  /** Names of the survivors that run no more. */
  List<String> ended() {
    return survivors.stream()
        .filter(
            node -> {
              Servers.Control control = node.control();
              return control != null && !control.alive();
            })
        .map(node -> node.target().name())
        .toList();
  }

  @Override
  public void begins() {
    thread.start();
  }

  @Override
  public void ends() {
    over.countDown();
    synchronized (first) {
      if (!first.isEmpty()) {
        survivors.forEach(node -> last.add(node.meter().sample()));
      }
    }
  }

  private void lose() {
    try {
      if (over.await(before.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
      kill();
      awaitSettled(System.nanoTime());
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

  /** The end of the stage waits for it, so that a node killed in it is never taken for alive. */
  private void kill() {
    synchronized (first) {
      if (over.getCount() == 0) {
        return;
      }
      for (Servers.Server victim : victims) {
        Servers.Control control = victim.control();
        if (control != null) {
          control.kill();
          killed.add(victim.target().name());
        }
      }
    }
  }

  private void awaitSettled(long since) throws InterruptedException {
    while (System.nanoTime() - since < patience.toNanos()) {
      if (over.await(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
        break;
      }
      if (survivors.stream().allMatch(this::hasSettled)) {
        synchronized (first) {
          settledSeconds = (System.nanoTime() - since) / 1e9;
        }
        return;
      }
    }
    synchronized (first) {
      unsettledSeconds = (System.nanoTime() - since) / 1e9;
    }
  }

  private boolean hasSettled(Servers.Server node) {
    Servers.Control control = node.control();
    Optional<NodeStatus> status = control == null ? Optional.empty() : control.status();
    return status
        .filter(
            told ->
                !replicates || (told.settled() && told.viewMembers().size() == survivors.size()))
        .isPresent();
  }

  /**
   * What the survivors used, steady again; none of it if the stage was over too soon for that, and
   * none of those whose CPU nobody told.
   */
  List<NodeUsage> survivorsUse() {
    List<NodeUsage> use = new ArrayList<>();
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
      if (killed.isEmpty()) {
        return "the stage was over before a node was killed";
      }
      return settledSeconds != null
          ? String.format(
              Locale.ROOT, "the survivors had settled %.1f s after the kill", settledSeconds)
          : String.format(
              Locale.ROOT,
              "the survivors had not settled %.1f s after the kill, %s",
              unsettledSeconds == null ? 0 : unsettledSeconds,
              last.isEmpty()
                  ? "when the stage was over: give it longer with --stages"
                  : "longer than what they hold explains: they were measured from then on");
    }
  }
}
