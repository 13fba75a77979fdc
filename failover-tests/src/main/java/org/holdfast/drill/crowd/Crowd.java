// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import java.util.stream.IntStream;
import org.holdfast.drill.load.HttpEngine;
import org.holdfast.drill.load.Pacer;
import org.holdfast.drill.load.Schedule;
import org.holdfast.drill.load.Target;

/**
 * Users that ask a set of nodes, each with its own cookies, connection, sticky node and expected
 * counter; closed ones that think, or the open model's. One thread paces them all and the engine's
 * selectors carry them: a user costs some hundred bytes besides its connection, a request nothing
 * that stays. Control it from one thread.
 */
public final class Crowd implements AutoCloseable {
  private final Surroundings around;
  private final List<CrowdUser> users;
  private final Arrivals arrivals;

  /** What users share. */
  record Surroundings(
      CrowdPlan plan,
      PageMix mix,
      List<Target> targets,
      Map<String, Integer> nodes,
      HttpEngine engine,
      Schedule schedule,
      CrowdRecorder recorder,
      LongSupplier clock,
      Arrivals arrivals) {

    long now() {
      return clock.getAsLong();
    }

    /** Node that {@code route} names; {@code otherwise} where it names none. */
    int nodeOf(String route, int otherwise) {
      return nodes.getOrDefault(route, otherwise);
    }

    Arrivals.Arrival freed(int user, long now) {
      return arrivals.freed(user, now);
    }
  }

  /**
   * A crowd in real time.
   *
   * @param targets nodes, at least one; users begin spread evenly over them
   * @param engine closed with this crowd
   */
  public static Crowd of(
      CrowdPlan plan, List<Target> targets, HttpEngine engine, CrowdRecorder recorder) {
    return new Crowd(
        plan,
        targets,
        engine,
        recorder,
        System::nanoTime,
        listener -> new Pacer(plan.ownUsers() + 1, listener));
  }

  /**
   * @param clock nanoseconds of the clock that the schedule goes by
   * @param schedules makes the schedule; users are numbered from 0, and one number more is used
   */
  Crowd(
      CrowdPlan plan,
      List<Target> targets,
      HttpEngine engine,
      CrowdRecorder recorder,
      LongSupplier clock,
      Function<Schedule.Listener, Schedule> schedules) {
    if (targets.isEmpty()) {
      throw new IllegalArgumentException("a load needs at least one target, was given none");
    }
    Schedule schedule = schedules.apply(this::wake);
    this.arrivals = new Arrivals(plan, plan.ownUsers(), schedule);
    Map<String, Integer> nodes = new HashMap<>();
    for (int node = 0; node < targets.size(); node++) {
      nodes.put(targets.get(node).name(), node);
    }
    this.around =
        new Surroundings(
            plan,
            new PageMix(plan.pages()),
            List.copyOf(targets),
            Map.copyOf(nodes),
            engine,
            schedule,
            recorder,
            clock,
            arrivals);
    this.users =
        IntStream.range(0, plan.ownUsers())
            .mapToObj(number -> new CrowdUser(number, around))
            .toList();
  }

  /**
   * Lets users in one after the other, evenly over {@code rampUp}; in the open model the rate grows
   * as evenly. Returns at once.
   */
  public void start(Duration rampUp) {
    around.schedule.start();
    long now = around.now();
    if (around.plan.isOpen()) {
      arrivals.start(now, rampUp.toNanos());
    } else {
      spread(now, rampUp, CrowdUser::enter);
    }
  }

  /** Lets every user's tally begin anew. */
  public void beginTally() {
    users.forEach(CrowdUser::beginTally);
  }

  /** What each user has to show, in the order of their numbers. */
  public List<UserTally> tallies() {
    long now = around.now();
    return users.stream().map(user -> user.tally(now)).toList();
  }

  /** The same summed up, with what waits for a user. */
  public CrowdTally tally() {
    long now = around.now();
    return CrowdTally.of(tallies()).waiting(arrivals.waiting(now), arrivals.oldestWaiting(now));
  }

  /** Requests of the open model that are due and wait for a user, about. */
  public long waitingArrivals() {
    return arrivals.waiting(around.now());
  }

  /**
   * Lets the users up to {@code share} of them make no further request; the others go on. In the
   * open model no request arrives any more, but those that wait for a user are still served.
   *
   * @param share 0 to 1
   */
  public void leave(double share) {
    if (around.plan.isOpen()) {
      arrivals.end(around.now());
      return;
    }
    int leaving = (int) Math.ceil(Math.min(1, share) * users.size());
    for (int number = 0; number < leaving; number++) {
      users.get(number).leave();
    }
  }

  @Override
  public void close() {
    arrivals.stop();
    around.schedule.close();
    users.forEach(CrowdUser::stop);
    around.engine.close();
  }

  private void wake(int number, long dueNanos, long nowNanos) {
    if (number < users.size()) {
      users.get(number).onDue(dueNanos, nowNanos);
      return;
    }
    Arrivals.Arrival next = arrivals.onDue(nowNanos);
    while (next.user() >= 0) {
      users.get(next.user()).request(next.dueNanos(), nowNanos);
      next = arrivals.onDue(nowNanos);
    }
  }

  private void spread(long start, Duration over, ObjLongConsumer<CrowdUser> action) {
    for (int number = 0; number < users.size(); number++) {
      int whole = around.plan.share().wholeNumber(number);
      long offset = (long) (over.toNanos() * (whole / (double) around.plan.users()));
      action.accept(users.get(number), start + offset);
    }
  }
}
