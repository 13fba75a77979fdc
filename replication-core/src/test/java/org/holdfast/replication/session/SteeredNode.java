// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.node.ReplicationStatistics;
import org.holdfast.replication.protocol.DrainState;

/**
 * One node in a process of its own, steered by lines on its input; each is answered by one line. It
 * ends when its input does. Arguments: index, cluster, membership ports with commas between them.
 */
final class SteeredNode {
  private static final int CREATORS = 8;
  private static final int ATTRIBUTES = 10;
  private static final int ATTRIBUTE_CHARS = 400;
  private static final int MILLIS_BETWEEN_NOTES = 1000;

  private final ReplicationNode node;
  private final SessionReplicator shop;
  private final List<String> used = new ArrayList<>();
  private final StretchSampler sampler =
      new StretchSampler(List.of("holdfast-protocol", "holdfast-selector"));
  private final HiccupMeter hiccups = new HiccupMeter();
  private SteadyLoad load;

  private SteeredNode(int index, String cluster, List<Integer> ports) {
    NodeConfig config =
        NodeConfig.builder("node-" + index)
            .cluster(cluster)
            .membershipPort(ports.get(index))
            .discovery(
                "static:"
                    + ports.stream().map(p -> "127.0.0.1:" + p).collect(Collectors.joining(",")))
            .joinTimeout(Duration.ofSeconds(1))
            .drainTimeout(Duration.ZERO)
            .build();
    node = ReplicationNode.start(config, InstantSource.system());
    shop =
        node.register(
            ApplicationConfig.of("shop", SteeredNode.class.getClassLoader()), session -> {});
    sampler.start();
    hiccups.start();
  }

  public static void main(String[] args) throws Exception {
    List<Integer> ports = Stream.of(args[2].split(",")).map(Integer::valueOf).toList();
    SteeredNode steered = new SteeredNode(Integer.parseInt(args[0]), args[1], ports);
    System.out.println("started");
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        System.out.println(steered.answer(line.split(" ")));
      }
    } catch (IOException e) {
      System.err.println("the parent is gone: " + e.getMessage());
    }
    Runtime.getRuntime().halt(0);
  }

  private String answer(String[] order) throws Exception {
    return switch (order[0]) {
      case "create" -> create(Integer.parseInt(order[1]), ATTRIBUTE_CHARS, false);
      case "create-of" ->
          create(Integer.parseInt(order[1]), Integer.parseInt(order[2]) / ATTRIBUTES, false);
      case "end" -> end(Integer.parseInt(order[1]));
      case "load" -> startLoad(Integer.parseInt(order[1]), Integer.parseInt(order[2]));
      case "take" -> figures();
      case "stretches" -> sampler.report();
      case "hiccups" -> hiccups.take();
      case "state" -> state();
      case "drain" -> drain(Integer.parseInt(order[1]));
      case "leave" -> leave();
      case "counters" -> counters();
      default -> "unknown order " + Arrays.toString(order);
    };
  }

  /** Sessions of 10 attributes of so many characters. */
  private String create(int sessions, int chars, boolean use) throws Exception {
    ExecutorService creators = Executors.newFixedThreadPool(CREATORS);
    List<Future<List<String>>> parts = new ArrayList<>();
    for (int i = 0; i < CREATORS; i++) {
      int share = sessions / CREATORS + (i < sessions % CREATORS ? 1 : 0);
      parts.add(creators.submit(() -> createShare(share, chars)));
    }
    int made = 0;
    for (Future<List<String>> part : parts) {
      made += part.get().size();
      if (use) {
        used.addAll(part.get());
      }
    }
    creators.shutdown();
    return "created " + made;
  }

  private List<String> createShare(int share, int chars) {
    List<String> ids = new ArrayList<>(share);
    for (int i = 0; i < share; i++) {
      ReplicatedSession session = shop.create(Duration.ofMinutes(60), 0);
      for (int a = 0; a < ATTRIBUTES; a++) {
        session
            .attributes()
            .put("attribute" + a, ("value " + i + " ").repeat(80).substring(0, chars));
      }
      session.commit();
      session.exit();
      ids.add(session.id());
    }
    return ids;
  }

  /** Creates so many sessions and ends each, as users who log out do. */
  private String end(int sessions) {
    for (int i = 0; i < sessions; i++) {
      ReplicatedSession session = shop.create(Duration.ofMinutes(60), 0);
      session.attributes().put("attribute", "value " + i);
      session.commit();
      session.invalidate();
      session.exit();
    }
    return "ended " + sessions;
  }

  private String startLoad(int requestsPerSecond, int sessions) throws Exception {
    create(sessions, ATTRIBUTE_CHARS, true);
    load = new SteadyLoad(shop, used, requestsPerSecond);
    load.start();
    return "loading";
  }

  private String figures() {
    Histogram h = load.take();
    return String.format(
        Locale.ROOT,
        "%d %.3f %.3f %.3f %.3f %d",
        h.getTotalCount(),
        h.getValueAtPercentile(50) / 1e6,
        h.getValueAtPercentile(99) / 1e6,
        h.getValueAtPercentile(99.9) / 1e6,
        h.getMaxValue() / 1e6,
        load.takeFailures());
  }

  /** View members, settled, sessions served, sessions known, degraded. */
  private String state() {
    ReplicationStatistics now = node.statistics();
    return String.format(
        Locale.ROOT,
        "%d %b %d %d %d",
        node.view().members().size(),
        now.settled(),
        now.primarySessions(),
        now.primarySessions() + now.secondarySessions(),
        now.degradedSessions());
  }

  /**
   * Drains for at most so many seconds: whether that was complete, after how many milliseconds
   * nothing was served here any more and when it ended, and each second what was here.
   */
  private String drain(int seconds) {
    long began = System.nanoTime();
    long[] servesNothingMillis = {-1};
    StringBuilder notes = new StringBuilder();
    int[] noted = {0};
    DrainState end =
        node.drain(
            Duration.ofSeconds(seconds),
            state -> {
              long millis = (System.nanoTime() - began) / 1_000_000;
              if (state.served() == 0 && servesNothingMillis[0] < 0) {
                servesNothingMillis[0] = millis;
              }
              if (millis >= noted[0]) {
                noted[0] += MILLIS_BETWEEN_NOTES;
                notes.append(' ').append(state.served()).append('/').append(state.copies());
              }
            });
    long millis = (System.nanoTime() - began) / 1_000_000;
    return String.format(
        Locale.ROOT, "%b %d %d%s", end.isComplete(), servesNothingMillis[0], millis, notes);
  }

  private String leave() {
    node.close();
    return "left";
  }

  private String counters() {
    Map<String, Long> counters = node.statistics().counters();
    return counters.toString();
  }
}
