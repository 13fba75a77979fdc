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

package org.holdfast.drill.load;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.holdfast.replication.history.SessionLog;

/**
 * A crowd of closed users, each with its own cookie, connection, sticky node and expected counter.
 * One thread paces them all and the engine's selectors carry them: nothing is spent per user but
 * memory. Control it from one thread.
 */
public final class LoadDriver implements AutoCloseable {
  private final HttpEngine engine;
  private final LoadRecorder recorder;
  private final List<VirtualUser> users;
  private final List<Target> targets;
  private final Pacer pacer;
  private final CountDownLatch unfinished;

  /** What users share. */
  record Surroundings(
      HttpEngine engine,
      Pacer pacer,
      LoadRecorder recorder,
      Map<String, Integer> nodes,
      Runnable finished) {

    /** Node that {@code route} names; {@code otherwise} where it names none. */
    int nodeOf(String route, int otherwise) {
      return nodes.getOrDefault(route, otherwise);
    }
  }

  /**
   * @param targets nodes, at least one; users begin spread evenly over them
   * @param engine closed with this driver
   */
  public LoadDriver(
      LoadSettings settings, List<Target> targets, HttpEngine engine, LoadRecorder recorder) {
    if (targets.isEmpty()) {
      throw new IllegalArgumentException("a load needs at least one target, was given none");
    }
    this.engine = engine;
    this.recorder = recorder;
    this.targets = List.copyOf(targets);
    this.unfinished = new CountDownLatch(settings.users());
    this.pacer = new Pacer(settings.users(), this::wake);
    Map<String, Integer> nodes = new HashMap<>();
    for (int node = 0; node < targets.size(); node++) {
      nodes.put(targets.get(node).name(), node);
    }
    Surroundings around =
        new Surroundings(engine, pacer, recorder, Map.copyOf(nodes), unfinished::countDown);
    this.users =
        IntStream.range(0, settings.users())
            .mapToObj(number -> new VirtualUser(number, settings, this.targets, around))
            .toList();
  }

  /** Lets users in one after the other, evenly over {@code rampUp}; returns at once. */
  public void start(Duration rampUp) {
    pacer.start();
    spread(rampUp, VirtualUser::start);
  }

  /** Counts the users by the node that they are sticky to, in the order of the targets. */
  public int[] usersByNode() {
    int[] counts = new int[targets.size()];
    users.forEach(user -> counts[user.home()]++);
    return counts;
  }

  /**
   * Watches from now on for every user's first answer without node {@code victim}; call just before
   * killing it.
   *
   * @param killNanos the time from which recoveries are measured
   */
  public void expectKill(int victim, long killNanos) {
    users.forEach(user -> user.arm(victim, killNanos));
  }

  public LoadDriver(
      LoadSettings settings,
      List<Target> targets,
      java.util.BitSet open,
      HttpEngine engine,
      LoadRecorder recorder) {
    this(settings, targets, engine, recorder);
  }

  public void expectFault(java.util.BitSet victims, long nanos) {
    expectKill(victims.nextSetBit(0), nanos);
  }

  public void retire(int node) {}

  public void admit(int node) {}

  public List<String> sessionKeys() {
    return users.stream().map(user -> "").toList();
  }

  /** For each user the node that it goes to. */
  public int[] homes() {
    return users.stream().mapToInt(VirtualUser::home).toArray();
  }

  /** How each user got over the kill so far. */
  public List<Recovery> recoveries() {
    return users.stream().map(VirtualUser::recovery).toList();
  }

  /**
   * Lets each user do one last request, spread evenly over {@code spread}, and waits for them.
   *
   * @return how many users had no answer to it within {@code timeout}
   */
  public long finish(Duration spread, Duration timeout) throws InterruptedException {
    spread(spread, VirtualUser::finish);
    boolean unused = unfinished.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    return unfinished.getCount();
  }

  /** Everything each user sent and was answered. */
  public List<SessionLog> histories() {
    return users.stream().map(VirtualUser::history).toList();
  }

  /** How often users gave up ids, all together. */
  public FormerIds formerIds() {
    return users.stream().map(VirtualUser::formerIds).reduce(FormerIds.NONE, FormerIds::plus);
  }

  public LoadRecorder recorder() {
    return recorder;
  }

  /** How late the driver itself was, in microseconds; an overloaded driver measures itself. */
  public Histogram latenessMicros() {
    return pacer.lateness();
  }

  @Override
  public void close() {
    pacer.close();
    users.forEach(VirtualUser::stop);
    engine.close();
  }

  private void wake(int user, long dueNanos, long nowNanos) {
    users.get(user).onDue(dueNanos, nowNanos);
  }

  private void spread(Duration over, java.util.function.ObjLongConsumer<VirtualUser> action) {
    long start = System.nanoTime();
    for (int number = 0; number < users.size(); number++) {
      action.accept(users.get(number), start + over.toNanos() * number / users.size());
    }
  }
}
