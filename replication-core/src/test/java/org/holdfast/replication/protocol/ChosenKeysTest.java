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
import org.junit.jupiter.api.Test;

/**
 * Several members begin, write and end one key at once, while one of them dies: its lives follow
 * one another, and what was acknowledged of one is there until it ends.
 */
class ChosenKeysTest {
  private static final String KEY = "shop0123456789ab";
  private static final long SEEDS = Long.getLong("seeds", 100);
  private static final int REQUESTS = 60;

  /** What requests of one run were answered. */
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

    Run(long seed) {
      cluster = SimulatedCluster.of(4, seed);
      random = new SplittableRandom(seed);
    }

    void run() {
      for (int i = 0; i < REQUESTS; i++) {
        cluster.clock.after(random.nextLong(millis(400)), this::request);
      }
      cluster.clock.after(random.nextLong(millis(400)), this::crashOne);
      cluster.clock.runFor(millis(6_000));
    }

    private void crashOne() {
      cluster.crash(cluster.up().get(random.nextInt(cluster.up().size())), 1);
      cluster.clock.after(
          millis(100), () -> cluster.announce(cluster.alive(), cluster.alive(), millis(20)));
    }

    private void request() {
      SimulatedNode node = cluster.up().get(random.nextInt(cluster.up().size()));
      int kind = random.nextInt(10);
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
                  node.replica.end(KEY, owned.ownership(), node.now());
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
      Epoch term = owned.ownership();
      SessionImage image = imageOn(node, term);
      if (image.settings().length == 0) {
        node.replica.end(KEY, term, node.now());
        return;
      }
      long life = ByteBuffer.wrap(image.settings()).getLong();
      long counter = SimulatedClient.counter(image);
      assertThat(over).as("a life that was over comes back").doesNotContain(life);
      known.forEach(
          (other, newest) -> {
            if (other == life) {
              assertThat(counter).as("what was answered is there").isGreaterThanOrEqualTo(newest);
            } else {
              assertThat(endsBegun).as("nobody ended what was answered").contains(other);
            }
          });
      if (ends) {
        end(node, term, life);
      } else {
        write(node, term, life, counter + 1);
      }
    }

    /** Of now: between the grant and this, others may have changed it. */
    private static SessionImage imageOn(SimulatedNode node, Epoch term) {
      return node.replica.sessions.with(KEY, (session, effects) -> session.requests().image(term));
    }

    private void end(SimulatedNode node, Epoch term, long life) {
      endsBegun.add(life);
      long version = node.replica.remove(KEY, term, node.now());
      node.replica.await(
          KEY,
          term,
          version,
          node.now(),
          outcome -> {
            if (outcome == Outcome.PROTECTED && node.isAlive()) {
              ends++;
              endsAnswered.add(life);
            }
            node.replica.end(KEY, term, node.now());
          });
    }

    private void write(SimulatedNode node, Epoch term, long life, long counter) {
      long version =
          node.replica.update(KEY, term, RecordingReplica.step(counter), false, node.now());
      if (version < 0) {
        node.replica.end(KEY, term, node.now());
        return;
      }
      node.replica.await(
          KEY,
          term,
          version,
          node.now(),
          outcome -> {
            if (outcome == Outcome.PROTECTED && node.isAlive()) {
              writes++;
              assertThat(answered.add(List.of(life, counter))).as("written twice").isTrue();
              newestAnswered.merge(life, counter, Math::max);
            }
            node.replica.end(KEY, term, node.now());
          });
    }
  }

  @Test
  void haveOneHistory_whenSeveralBeginThemAtOnceAndOneDies() {
    int writes = 0;
    int ends = 0;
    int absences = 0;
    for (long seed = Long.getLong("seed", 1); seed <= SEEDS; seed++) {
      Run run = new Run(seed);
      try {
        run.run();
      } catch (AssertionError e) {
        throw new AssertionError("-Dseed=" + seed + ": " + e.getMessage(), e);
      }
      writes += run.writes;
      ends += run.ends;
      absences += run.absences;
    }
    assertThat(writes).isGreaterThan((int) SEEDS * 12);
    assertThat(ends).isGreaterThan((int) SEEDS * 4);
    assertThat(absences).isGreaterThan((int) SEEDS);
  }

  @Test
  void areClaimed_notOnlyAskedFor_whenTheyAreToBegin() {
    RecordingReplica here = new RecordingReplica(RecordingReplica.member(0));
    here.join(
        List.of(
            RecordingReplica.member(0), RecordingReplica.member(1), RecordingReplica.member(2)));
    List<Acquired> acquired = new ArrayList<>();
    here.replica
        .chosenKeys()
        .acquireOrBegin(KEY, SimulatedClient.image(0), -1, here.now(), acquired::add);
    Epoch ballot = here.take(Message.Ask.class).get(0).ballot();
    for (int i = 1; i <= 2; i++) {
      here.receive(RecordingReplica.member(i), new Message.Hint(KEY, ballot, Epoch.NONE, 1));
    }

    assertThat(here.take(Message.Claim.class)).hasSize(2);
    assertThat(acquired).isEmpty();
  }
}
