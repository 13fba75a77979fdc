// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.holdfast.replication.Seeds;
import org.junit.jupiter.api.Test;

/**
 * Several members begin, write and end one key at once, while one of them dies: its lives follow
 * one another, and what was acknowledged of one is there until it ends.
 */
class ChosenKeysTest {
  private static final String KEY = "shop0123456789ab";
  private static final int SEEDS = Seeds.count(Long.getLong("seeds", 100));
  private static final int REQUESTS = 60;
  private static final int BURSTS = 5;
  private static final ReplicaConfig SHORT_MEMORY = SimulatedCluster.config(1, millis(2_000));

  /** The answers to the requests of one run. */
  private static final class Run {
    final SimulatedCluster cluster;
    final SplittableRandom random;
    final Set<Long> endsBegun = new HashSet<>();
    final Set<Long> endsAnswered = new HashSet<>();
    final Map<Long, Long> newestAnswered = new HashMap<>();
    final Set<List<Long>> answered = new HashSet<>();
    long lives;
    int writes;
    int ends;
    int absences;

    Run(long seed, ReplicaConfig config) {
      cluster = SimulatedCluster.of(4, seed, config);
      random = new SplittableRandom(seed);
    }

    void run() {
      for (int i = 0; i < REQUESTS; i++) {
        cluster.clock.after(random.nextLong(millis(400)), this::request);
      }
      cluster.clock.after(random.nextLong(millis(400)), this::crashOne);
      cluster.clock.runFor(millis(6_000));
    }

    /** Messages are lost, repeated and late; one member is cut off, stopped or about to leave. */
    void runInTrouble() {
      cluster.network.weather(new SimulatedNetwork.Weather(0.02, 0.02, 0.05, 0.01));
      for (int i = 0; i < REQUESTS; i++) {
        cluster.clock.after(random.nextLong(millis(2_000)), this::request);
      }
      SimulatedNode victim = cluster.up().get(random.nextInt(cluster.up().size()));
      int trouble = random.nextInt(4);
      cluster.clock.after(random.nextLong(millis(1_000)), () -> trouble(victim, trouble));
      cluster.clock.runFor(millis(2_500));
      cluster.network.weather(SimulatedNetwork.Weather.CALM);
      cluster.clock.runFor(millis(6_000));
    }

    private void trouble(SimulatedNode victim, int kind) {
      long lasts = millis(100) + random.nextLong(millis(1_200));
      switch (kind) {
        case 0 -> {
          victim.pause();
          cluster.clock.after(lasts, victim::resume);
        }
        case 1, 2 -> {
          for (SimulatedNode other : cluster.up()) {
            cluster.network.cut(victim.self.name(), other.self.name());
            if (kind == 2) {
              cluster.network.cut(other.self.name(), victim.self.name());
            }
          }
          cluster.clock.after(lasts, cluster.network::mendAll);
        }
        default -> {
          victim.replica.drain(SimulatedCluster.DRAIN_NANOS, victim.now());
          leaveOnceDrained(victim);
        }
      }
    }

    private void leaveOnceDrained(SimulatedNode victim) {
      if (!victim.replica.drainState().isOver()) {
        cluster.clock.after(millis(20), () -> leaveOnceDrained(victim));
        return;
      }
      victim.crash();
      cluster.announce(cluster.alive(), cluster.alive(), millis(100));
    }

    /** Between bursts of requests everything is forgotten, but by one that may be silent then. */
    void runInBursts() {
      for (int burst = 0; burst < BURSTS; burst++) {
        for (int i = 0; i < REQUESTS / 5; i++) {
          cluster.clock.after(millis(500) + random.nextLong(millis(300)), this::request);
        }
        cluster.clock.after(millis(400), this::silenceOne);
        cluster.clock.runFor(millis(3_000));
        for (int tries = 0; tries < 20 && remember(cluster.up()) > 0; tries++) {
          request(cluster.up().get(0), 4);
          cluster.clock.runFor(millis(200));
          if (random.nextInt(3) == 0) {
            break;
          }
        }
        for (int i = 0; i < 100 && remember(cluster.up()) > 1; i++) {
          cluster.clock.runFor(millis(100));
        }
      }
    }

    /** The member that remembers the keys that the others have forgotten, if there is one. */
    private void silenceOne() {
      List<SimulatedNode> up = cluster.up();
      SimulatedNode any = up.get(random.nextInt(up.size()));
      SimulatedNode silent =
          up.stream().filter(node -> node.replica.knownSessions() > 0).findFirst().orElse(any);
      silent.pause();
      cluster.clock.after(millis(200) + random.nextLong(millis(800)), silent::resume);
    }

    private void crashOne() {
      cluster.crash(cluster.up().get(random.nextInt(cluster.up().size())), 1);
      cluster.clock.after(
          millis(100), () -> cluster.announce(cluster.alive(), cluster.alive(), millis(20)));
    }

    private void request() {
      request(cluster.up().get(random.nextInt(cluster.up().size())), random.nextInt(10));
    }

    private void request(SimulatedNode node, int kind) {
      Set<Long> over = new HashSet<>(endsAnswered);
      Map<Long, Long> known = new HashMap<>(newestAnswered);
      if (kind < 3) {
        find(node, known);
        return;
      }
      boolean ends = kind < 5;
      long life = ++lives;
      SessionImage first =
          new SessionImage(
              SimulatedClient.bytes(life),
              Map.of(SimulatedClient.COUNTER, SimulatedClient.bytes(0)));
      node.replica
          .chosenKeys()
          .acquireOrBegin(
              KEY,
              first,
              -1,
              node.now(),
              acquired -> {
                if (acquired instanceof Acquired.Owned owned && node.isAlive()) {
                  serve(node, owned, ends, over, known);
                }
              });
    }

    private void find(SimulatedNode node, Map<Long, Long> known) {
      node.replica
          .chosenKeys()
          .acquire(
              KEY,
              node.now(),
              acquired -> {
                if (!node.isAlive()) {
                  return;
                }
                if (acquired instanceof Acquired.Owned owned) {
                  node.replica.end(KEY, owned.epoch(), node.now());
                } else if (acquired instanceof Acquired.Unknown) {
                  absences++;
                  assertThat(endsBegun)
                      .as("what was answered is not found, and nobody ended it")
                      .containsAll(known.keySet());
                }
              });
    }

    private void serve(
        SimulatedNode node,
        Acquired.Owned owned,
        boolean ends,
        Set<Long> over,
        Map<Long, Long> known) {
      Epoch epoch = owned.epoch();
      SessionImage image = imageOn(node, epoch);
      if (image.settings().length == 0) {
        node.replica.end(KEY, epoch, node.now());
        return;
      }
      long life = ByteBuffer.wrap(image.settings()).getLong();
      long counter = SimulatedClient.counter(image);
      Runnable check = () -> check(life, counter, over, known);
      if (ends) {
        end(node, epoch, life, check);
      } else {
        write(node, epoch, life, counter + 1, check);
      }
    }

    /** The session that an answered request found, against the answers from before it came. */
    private void check(long life, long counter, Set<Long> over, Map<Long, Long> known) {
      assertThat(over).as("a life that was over comes back").doesNotContain(life);
      known.forEach(
          (other, newest) -> {
            if (other == life) {
              assertThat(counter).as("what was answered is there").isGreaterThanOrEqualTo(newest);
            } else {
              assertThat(endsBegun).as("nobody ended what was answered").contains(other);
            }
          });
    }

    /** Of now: between the grant and this, others may have changed it. */
    private static SessionImage imageOn(SimulatedNode node, Epoch epoch) {
      SessionSnapshot now = node.replica.snapshot(KEY);
      boolean served = now.primary() && now.copy().epoch().equals(epoch);
      return served ? now.copy().image() : SessionImage.EMPTY;
    }

    private void end(SimulatedNode node, Epoch epoch, long life, Runnable check) {
      endsBegun.add(life);
      long version = node.replica.remove(KEY, epoch, node.now());
      node.replica.await(
          KEY,
          epoch,
          version,
          node.now(),
          outcome -> {
            if (outcome == Outcome.PROTECTED && node.isAlive()) {
              check.run();
              ends++;
              endsAnswered.add(life);
            }
            node.replica.end(KEY, epoch, node.now());
          });
    }

    private void write(SimulatedNode node, Epoch epoch, long life, long counter, Runnable check) {
      long version =
          node.replica.update(KEY, epoch, RecordingReplica.step(counter), false, node.now());
      if (version < 0) {
        node.replica.end(KEY, epoch, node.now());
        return;
      }
      node.replica.await(
          KEY,
          epoch,
          version,
          node.now(),
          outcome -> {
            if (outcome == Outcome.PROTECTED && node.isAlive()) {
              check.run();
              writes++;
              assertThat(answered.add(List.of(life, counter))).as("written twice").isTrue();
              newestAnswered.merge(life, counter, Math::max);
            }
            node.replica.end(KEY, epoch, node.now());
          });
    }
  }

  /** Runs each seed; returns how much was answered to all of them: writes, ends, absences. */
  private static int[] runAll(ReplicaConfig config, Consumer<Run> how) {
    int[] answered = new int[3];
    for (long seed : Seeds.of(SEEDS).toArray()) {
      Run run = new Run(seed, config);
      try {
        how.accept(run);
      } catch (AssertionError e) {
        throw new AssertionError("-Dseed=" + seed + ": " + e.getMessage(), e);
      }
      answered[0] += run.writes;
      answered[1] += run.ends;
      answered[2] += run.absences;
    }
    return answered;
  }

  @Test
  void haveOneHistory_whenSeveralBeginThemAtOnceAndOneDies() {
    int[] answered = runAll(SimulatedCluster.CONFIG, Run::run);

    assertThat(answered[0]).as("writes").isGreaterThan(SEEDS * 12);
    assertThat(answered[1]).as("ends").isGreaterThan(SEEDS * 4);
    assertThat(answered[2]).as("absences").isGreaterThan(SEEDS);
  }

  @Test
  void haveOneHistory_whenMessagesAreLostAndOneIsCutOffOrStoppedOrLeaves() {
    int[] answered = runAll(SimulatedCluster.CONFIG, Run::runInTrouble);

    assertThat(answered[0]).as("writes").isGreaterThan(SEEDS * 10);
    assertThat(answered[1]).as("ends").isGreaterThan(SEEDS * 4);
  }

  @Test
  void haveOneHistory_whenFormerLivesAreForgottenAndOneIsSilent() {
    int[] answered = runAll(SHORT_MEMORY, Run::runInBursts);

    assertThat(answered[0]).as("writes").isGreaterThan(SEEDS * 12);
    assertThat(answered[1]).as("ends").isGreaterThan(SEEDS * 4);
  }

  @Test
  void keepANewLife_whenOneThatWasSilentRemembersTheEndOfTheFormer() {
    SimulatedCluster cluster = SimulatedCluster.of(3, 1, SHORT_MEMORY);
    List<SimulatedNode> nodes = cluster.up();
    Epoch first = begin(cluster, nodes.get(0));
    assertThat(write(cluster, nodes.get(0), first, 1)).isEqualTo(Outcome.PROTECTED);
    SimulatedNode silent = nodes.get(1);
    Epoch second = begin(cluster, silent);
    assertThat(second).isGreaterThan(first);
    assertThat(end(cluster, silent, second)).isEqualTo(Outcome.PROTECTED);
    for (int i = 0; i < 100 && remember(nodes) > 1; i++) {
      cluster.clock.runFor(millis(100));
    }
    assertThat(silent.replica.knownSessions()).as("who ended it is the last to forget").isOne();
    assertThat(remember(nodes)).isOne();

    silent.pause();
    Epoch third = begin(cluster, nodes.get(0));
    assertThat(write(cluster, nodes.get(0), third, 7)).isEqualTo(Outcome.PROTECTED);
    silent.resume();
    cluster.clock.runFor(millis(1_500));

    Epoch last = begin(cluster, nodes.get(2));
    assertThat(SimulatedClient.counter(Run.imageOn(nodes.get(2), last)))
        .as("what was answered as protected")
        .isEqualTo(7);
  }

  private static long remember(List<SimulatedNode> nodes) {
    return nodes.stream().filter(node -> node.replica.knownSessions() > 0).count();
  }

  private static Epoch begin(SimulatedCluster cluster, SimulatedNode node) {
    List<Acquired> answers = new ArrayList<>();
    node.replica
        .chosenKeys()
        .acquireOrBegin(KEY, SimulatedClient.image(0), -1, node.now(), answers::add);
    cluster.clock.runFor(millis(1_000));
    assertThat(answers).singleElement().isInstanceOf(Acquired.Owned.class);
    Epoch epoch = ((Acquired.Owned) answers.get(0)).epoch();
    node.replica.end(KEY, epoch, node.now());
    return epoch;
  }

  private static Outcome write(
      SimulatedCluster cluster, SimulatedNode node, Epoch epoch, long counter) {
    Changes step = RecordingReplica.step(counter);
    return outcome(cluster, node, epoch, node.replica.update(KEY, epoch, step, false, node.now()));
  }

  private static Outcome end(SimulatedCluster cluster, SimulatedNode node, Epoch epoch) {
    return outcome(cluster, node, epoch, node.replica.remove(KEY, epoch, node.now()));
  }

  private static Outcome outcome(
      SimulatedCluster cluster, SimulatedNode node, Epoch epoch, long version) {
    List<Outcome> outcomes = new ArrayList<>();
    node.replica.await(KEY, epoch, version, node.now(), outcomes::add);
    cluster.clock.runFor(millis(300));
    assertThat(outcomes).hasSize(1);
    return outcomes.get(0);
  }
}
