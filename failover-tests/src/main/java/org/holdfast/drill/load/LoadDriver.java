// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.holdfast.history.SessionLog;

/**
 * A crowd of closed users, each with its own cookie, connections and expected counter, and the
 * balancer in front of the nodes. One thread paces them all and the engine's selectors carry them:
 * nothing is spent per user but memory. Control it from one thread.
 */
public final class LoadDriver implements AutoCloseable {
  private final HttpEngine engine;
  private final LoadRecorder recorder;
  private final List<VirtualUser> users;
  private final List<Target> targets;
  private final LoadSettings settings;
  private final Balancer balancer;
  private final Pacer pacer;
  private final CountDownLatch unfinished;
  private int admissions;

  /** What users share. */
  record Surroundings(
      HttpEngine engine,
      Schedule schedule,
      LoadRecorder recorder,
      List<Target> targets,
      Map<String, Integer> nodes,
      Balancer balancer,
      Runnable finished) {

    /** Node that {@code route} names; {@code otherwise} where it names none. */
    int nodeOf(String route, int otherwise) {
      return nodes.getOrDefault(route, otherwise);
    }
  }

  /**
   * Drives load against nodes that all take users.
   *
   * @param targets nodes, at least one; users begin spread evenly over them
   * @param engine closed with this driver
   */
  public LoadDriver(
      LoadSettings settings, List<Target> targets, HttpEngine engine, LoadRecorder recorder) {
    this(settings, targets, all(targets), engine, recorder);
  }

  /**
   * Drives load against nodes of which some may take no users yet.
   *
   * @param targets nodes, at least one
   * @param open which of them take users at first, by their place in {@code targets}; users begin
   *     spread evenly over these
   * @param engine closed with this driver
   */
  public LoadDriver(
      LoadSettings settings,
      List<Target> targets,
      BitSet open,
      HttpEngine engine,
      LoadRecorder recorder) {
    if (targets.isEmpty()) {
      throw new IllegalArgumentException("a load needs at least one target, was given none");
    }
    this.settings = settings;
    this.engine = engine;
    this.recorder = recorder;
    this.targets = List.copyOf(targets);
    this.balancer = new Balancer(targets.size(), open);
    this.unfinished = new CountDownLatch(settings.users());
    this.pacer = new Pacer(settings.users() * settings.parallel(), this::wake);
    Map<String, Integer> nodes = new HashMap<>();
    for (int node = 0; node < targets.size(); node++) {
      nodes.put(targets.get(node).name(), node);
    }
    Surroundings around =
        new Surroundings(
            engine,
            pacer,
            recorder,
            this.targets,
            Map.copyOf(nodes),
            balancer,
            unfinished::countDown);
    this.users =
        IntStream.range(0, settings.users())
            .mapToObj(number -> new VirtualUser(number, settings, around))
            .toList();
  }

  /** Lets users in one after the other, evenly over {@code rampUp}; returns at once. */
  public void start(Duration rampUp) {
    pacer.start();
    spread(rampUp, VirtualUser::start);
  }

  /**
   * Lets {@code node} take users, from now on or again. Sticky users spread onto it: those whose
   * turn it is, by the seed, go there with their next request, so that it has its even share.
   *
   * @param node place in the targets
   */
  public void admit(int node) {
    boolean unused = balancer.admit(node);
    if (settings.routing() == Routing.STICKY) {
      // Also of a node that was back before the balancer knew that it was away.
      int[] bound = users.stream().mapToInt(VirtualUser::bound).toArray();
      List<Integer> movers =
          balancer.movers(bound, node, settings.seed() * 1_000_003L + admissions);
      movers.forEach(user -> users.get(user).moveTo(node));
      admissions += movers.isEmpty() ? 0 : 1;
    }
  }

  /**
   * Lets {@code node} take no more users: when this returns, no new request goes there. Its users
   * go to another node with their next request, which counts as no error; a request in flight there
   * is waited for.
   *
   * @param node place in the targets
   * @throws IllegalStateException if it is the only one that takes users
   */
  public void retire(int node) {
    if (balancer.retire(node)) {
      users.forEach(user -> user.leave(node));
    }
  }

  /**
   * Counts the users by the node that they are sticky to, or were served by last, in the order of
   * the targets.
   */
  public int[] usersByNode() {
    int[] counts = new int[targets.size()];
    users.forEach(user -> counts[user.home()]++);
    return counts;
  }

  /** The node that has each user's session, as far as users can know, by the user's number. */
  public int[] primaries() {
    return users.stream().mapToInt(VirtualUser::primary).toArray();
  }

  /**
   * Watches from now on for every user's first answer by a node that the fault leaves, and forgets
   * the fault before; call just before it.
   *
   * @param victims places of the nodes that it takes away; empty if it takes none, so that any
   *     node's answer counts
   * @param atNanos the time from which recoveries are measured, of {@link System#nanoTime}
   */
  public void expectFault(BitSet victims, long atNanos) {
    BitSet copy = (BitSet) victims.clone();
    users.forEach(user -> user.arm(copy, atNanos));
  }

  /**
   * Counts the users that wait for an answer which one of {@code nodes} was asked to hold: slow
   * requests that are under way there.
   */
  public int heldBy(BitSet nodes) {
    return (int) users.stream().filter(user -> user.isHeldBy(nodes)).count();
  }

  /** The nodes that the last fault took away are other processes now: their answers count, too. */
  public void victimsAreNew() {
    users.forEach(VirtualUser::victimsAreNew);
  }

  /** How each user got over the last fault that was expected, so far. */
  public List<Recovery> recoveries() {
    return users.stream().map(VirtualUser::recovery).toList();
  }

  /**
   * Id of each user's session, by the user's number, without the route; empty if it has none. These
   * are credentials: never log them.
   */
  public List<String> sessionKeys() {
    return users.stream().map(VirtualUser::sessionKey).toList();
  }

  /** Whether any user has had a session so far: there are pages that begin none. */
  public boolean anyoneHadSession() {
    return users.stream().anyMatch(VirtualUser::everHadSession);
  }

  /** Has each user log in with one of its next requests: its session gets another id. */
  public void logIn() {
    users.forEach(VirtualUser::oweLogIn);
  }

  /** Counts the users that have not logged in since they had to, nor begun another session. */
  public int owingLogIns() {
    return (int) users.stream().filter(VirtualUser::owesLogIn).count();
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

  private void wake(int slot, long dueNanos, long nowNanos) {
    int lanes = settings.parallel();
    users.get(slot / lanes).onDue(slot % lanes, dueNanos, nowNanos);
  }

  private static BitSet all(List<Target> targets) {
    BitSet all = new BitSet(targets.size());
    all.set(0, targets.size());
    return all;
  }

  private void spread(Duration over, java.util.function.ObjLongConsumer<VirtualUser> action) {
    long start = System.nanoTime();
    for (int number = 0; number < users.size(); number++) {
      action.accept(users.get(number), start + over.toNanos() * number / users.size());
    }
  }
}
