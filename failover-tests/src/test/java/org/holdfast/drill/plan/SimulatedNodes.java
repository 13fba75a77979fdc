// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.jvm.RunningJvm;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.loadrun.LoadPlan;
import org.holdfast.drill.loadrun.LoadReport;
import org.holdfast.drill.loadrun.ResponseTimes;
import org.holdfast.drill.usage.NodeMeter;

/**
 * Nodes of one core and a driver of which nothing is real: a request costs each node so much CPU,
 * and time stands still but in the steady state of a stage.
 */
final class SimulatedNodes implements Servers, StageRunner {
  private static final double THINK_SECONDS = 1;
  private static final double RESPONSE_SECONDS = 0.01;

  private final List<Node> all = new ArrayList<>();
  private final double cpuSecondsPerRequest;
  private final int firstPort;
  private final CountDownLatch killed = new CountDownLatch(1);
  private long nanos;
  private boolean isSilent;
  int stages;
  int sessionsEnded;
  boolean closed;

  /** Users from which on updates are lost. */
  int losesFrom = Integer.MAX_VALUE;

  /** Users from which on the driver doubts itself. */
  int doubtsFrom = Integer.MAX_VALUE;

  /** Which of the driver's checks doubts stages from {@link #doubtsFrom} on. */
  String doubtedCheck = "driver-cpu";

  /** Users from which on responses were not steady before. */
  int unsteadyFrom = Integer.MAX_VALUE;

  /** Users from which on requests fail. */
  int failsFrom = Integer.MAX_VALUE;

  /** Users from which on the last node ends by itself, so that the driver finds it gone. */
  int endsFrom = Integer.MAX_VALUE;

  /** Whether there is something to take thread dumps of; none is a JVM. */
  boolean hasProcesses = true;

  /** The stage, counted from 1, that the driver cannot drive. */
  int brokenStage = Integer.MAX_VALUE;

  /** Sessions that each node holds, ended ones too. */
  long sessionsHeld;

  /** Whether answers show what was updated. */
  boolean showsUpdates = true;

  /** Whether the survivors of a loss settle before its stage is over. */
  boolean settles = true;

  /**
   * What is wrong once a node was killed: a check by its name, bound, answers, updates or requests.
   */
  final Set<String> afterLoss = new HashSet<>();

  /** Failed attempts once a node was killed, by kind. */
  final Map<String, Long> errorsAfterLoss = new HashMap<>();

  private final class Node implements Control {
    final String name;
    boolean alive = true;
    double cpuMicros;
    double bytes;

    Node(String name) {
      this.name = name;
    }

    @Override
    public boolean alive() {
      return alive;
    }

    @Override
    public Optional<NodeStatus> status() {
      List<String> living = all.stream().filter(node -> node.alive).map(node -> node.name).toList();
      return alive
          ? Optional.of(
              new NodeStatus(
                  name,
                  1,
                  living,
                  settles,
                  0,
                  sessionsHeld,
                  0,
                  Map.of(
                      "processors",
                      1L,
                      "cpuMicros",
                      (long) cpuMicros,
                      "gcMillis",
                      0L,
                      "bytesSent",
                      (long) bytes,
                      "ackWaitMicros",
                      0L)))
          : Optional.empty();
    }
  }

  SimulatedNodes(int nodes, double cpuSecondsPerRequest) {
    this(nodes, cpuSecondsPerRequest, 1_000);
  }

  /**
   * @param cpuSecondsPerRequest on each node, of a request anywhere
   * @param firstPort by which to tell them from others
   */
  SimulatedNodes(int nodes, double cpuSecondsPerRequest, int firstPort) {
    this.firstPort = firstPort;
    this.cpuSecondsPerRequest = cpuSecondsPerRequest;
    for (int i = 1; i <= nodes; i++) {
      all.add(new Node("node-" + i));
    }
  }

  @Override
  public List<Server> nodes() {
    List<Server> servers = new ArrayList<>();
    for (Node node : all) {
      servers.add(
          new Server(
              new Target(
                  node.name,
                  new InetSocketAddress(
                      InetAddress.getLoopbackAddress(), firstPort + servers.size())),
              NodeMeter.of(node.name, OptionalLong.empty(), nodeOr(node)).withClock(() -> nanos),
              hasProcesses ? RunningJvm.process(Long.MAX_VALUE) : null,
              node));
    }
    return servers;
  }

  /** A meter is made from a node that lives; later on it may be asked of a dead one. */
  private Supplier<Optional<NodeStatus>> nodeOr(Node node) {
    boolean alive = node.alive;
    node.alive = true;
    Optional<NodeStatus> living = node.status();
    node.alive = alive;
    return () -> node.alive ? node.status() : living;
  }

  @Override
  public void kill(List<Server> victims) {
    List<String> names = victims.stream().map(victim -> victim.target().name()).toList();
    all.forEach(node -> node.alive &= !names.contains(node.name));
    if (!victims.isEmpty()) {
      killed.countDown();
    }
  }

  @Override
  public String cpuWords() {
    return "each node has a CPU that is not there";
  }

  @Override
  public void endSessions() throws IOException {
    if (!ended().isEmpty()) {
      throw new IOException("connection refused");
    }
    sessionsEnded++;
  }

  long nanos() {
    return nanos;
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public LoadReport run(LoadPlan plan, Consumer<String> progress, Consumer<String> phases)
      throws IOException, InterruptedException {
    stages++;
    isSilent = false;
    if (stages == brokenStage) {
      throw new IOException("too many open files");
    }
    int users = plan.crowd().users();
    double think = plan.crowd().thinkTime().mean().toNanos() / 1e9;
    double seconds = plan.times().steady().toNanos() / 1e9;
    progress.accept("driving");
    phases.accept("warm-up");
    phases.accept("steady");
    awaitLoss();
    List<Node> living = all.stream().filter(node -> node.alive).toList();
    double capacity = living.size() / (all.size() * cpuSecondsPerRequest);
    double perSecond = Math.min(users / (think + RESPONSE_SECONDS), 0.99 * capacity);
    double response = users / perSecond - think;
    for (Node node : living) {
      node.cpuMicros +=
          1e6 * seconds * perSecond * cpuSecondsPerRequest * all.size() / living.size();
      node.bytes += 50 * seconds * perSecond;
    }
    nanos += (long) (seconds * 1e9);
    phases.accept("ramp-down");
    if (users >= endsFrom && living.size() == all.size()) {
      all.get(all.size() - 1).alive = false;
      isSilent |= !plan.countUrls().isEmpty();
    }
    return report(plan, users, perSecond, response, seconds);
  }

  /** A trial kills on a thread of its own. */
  private void awaitLoss() throws InterruptedException {
    if (!settles) {
      boolean unused = isLosing() && killed.await(20, TimeUnit.SECONDS);
      return;
    }
    joinLosses();
  }

  /** Waits until those who kill have done so, and seen the survivors settle. */
  static void joinLosses() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("loss")) {
        thread.join(20_000);
      }
    }
  }

  /** Lets time pass in which nothing is done. */
  void pass(double seconds) {
    nanos += (long) (seconds * 1e9);
  }

  private static boolean isLosing() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("loss"));
  }

  private LoadReport report(
      LoadPlan plan, int users, double perSecond, double response, double seconds) {
    boolean loss = killed.getCount() == 0;
    Set<String> wrong = loss ? afterLoss : Set.of();
    long answers = wrong.contains("answers") ? 0 : Math.round(perSecond * seconds);
    boolean lost = users >= losesFrom || wrong.contains("updates");
    boolean doubted = users >= doubtsFrom;
    boolean failed = users >= failsFrom;
    ResponseTimes times = times(wrong.contains("bound") ? 2 : response);
    Map<String, Long> errors = new HashMap<>(loss ? errorsAfterLoss : Map.of());
    if (failed) {
      errors.put("refused", 7L);
    }
    return new LoadReport(
        LoadReport.FORMAT,
        doubted ? "invalid" : "valid",
        List.of(),
        new LoadReport.Setup(
            users,
            0,
            "exponential",
            "response",
            1_000 * THINK_SECONDS,
            Map.of("/", 1),
            List.of(),
            0,
            seconds,
            0,
            90,
            800,
            0,
            plan.crowd().seed()),
        new LoadReport.Result(
            seconds,
            answers,
            perSecond,
            times.p90(),
            users,
            users,
            1_000,
            1_001,
            3,
            5,
            0,
            0,
            0,
            1,
            10,
            20,
            wrong.contains("requests") ? users : 0,
            0,
            showsUpdates ? answers : 0,
            lost ? 3 : 0,
            0,
            0,
            1,
            0,
            answers,
            0,
            1),
        times,
        times,
        errors,
        Map.of(),
        List.of(
            new LoadReport.CheckReport("errors", "errors", !failed, "7 attempts failed"),
            new LoadReport.CheckReport(
                "warm-up", "validity", users < unsteadyFrom, "not yet steady"),
            new LoadReport.CheckReport("littles-law", "validity", true, "as asked"),
            new LoadReport.CheckReport(
                doubtedCheck,
                "validity",
                !doubted && !wrong.contains(doubtedCheck),
                "the driver is busy"),
            new LoadReport.CheckReport(
                "server-count",
                "validity",
                !isSilent,
                "what the servers counted could not be read: --count-url did not answer"),
            new LoadReport.CheckReport(
                "open-at-the-end", "validity", !wrong.contains("open-at-the-end"), "40 are open"),
            new LoadReport.CheckReport("bound", "bound", times.p90() <= 800, "p90")),
        new LoadReport.Driver(0.1, 11, 0.1, 0.2, 0.5, 1, List.of()),
        null,
        new LoadReport.Environment("test", "17", "Linux", 2, null));
  }

  static ResponseTimes times(double seconds) {
    Histogram micros = new Histogram(3);
    micros.recordValueWithCount((long) (0.5e6 * seconds), 80);
    micros.recordValueWithCount((long) (1e6 * seconds), 20);
    ByteBuffer buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
    byte[] bytes = new byte[micros.encodeIntoCompressedByteBuffer(buffer)];
    buffer.flip();
    buffer.get(bytes);
    return new ResponseTimes(
        100,
        micros.getMean() / 1e3,
        micros.getValueAtPercentile(50) / 1e3,
        micros.getValueAtPercentile(90) / 1e3,
        micros.getValueAtPercentile(99) / 1e3,
        micros.getValueAtPercentile(99.9) / 1e3,
        micros.getMaxValue() / 1e3,
        Base64.getEncoder().encodeToString(bytes));
  }
}
