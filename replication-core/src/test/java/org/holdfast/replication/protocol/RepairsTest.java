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

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.junit.jupiter.api.Test;

/** In which order, and how fast, sessions are brought to where a view wants them. */
class RepairsTest {
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member LOST = RecordingReplica.member(1);
  private static final Member STAYS = RecordingReplica.member(2);
  private static final Member COMES = RecordingReplica.member(3);
  private static final int SESSIONS = 60;

  private final RecordingReplica here = new RecordingReplica(SELF, oneAtATime(), 1);
  private final Map<String, Epoch> terms = new LinkedHashMap<>();

  private static ReplicaConfig oneAtATime() {
    return SimulatedCluster.config(1, millis(600_000), 0, false, 1);
  }

  /** Serves many sessions; returns those whose copy is on {@code holder}. */
  private Set<String> serveMany(Member holder) {
    here.join(List.of(SELF, LOST, STAYS));
    Set<String> held = new HashSet<>();
    for (int i = 0; i < SESSIONS; i++) {
      String key = "shop%012d".formatted(i);
      terms.put(key, here.create(key, 1));
      for (RecordingReplica.Sent each : List.copyOf(here.sent)) {
        here.receive(each.to(), new Message.Ack(key, new Label(terms.get(key), 1)));
        if (each.to().equals(holder)) {
          held.add(key);
        }
      }
      here.sent.clear();
    }
    here.tick();
    here.sent.clear();
    return held;
  }

  /** Lets time pass, each whole session being acknowledged; returns whose they were, in order. */
  private List<String> repairs() {
    List<String> order = new ArrayList<>();
    for (int i = 0; i < 3 * SESSIONS; i++) {
      here.pass(ReplicaConfig.TICK_NANOS);
      for (RecordingReplica.Sent each : List.copyOf(here.sent)) {
        if (each.message() instanceof Message.Full full) {
          order.add(full.key());
          here.receive(each.to(), new Message.Ack(full.key(), full.label()));
        }
      }
      here.sent.clear();
    }
    return order;
  }

  @Test
  void mendsSessionsThatLostACopy_beforeItMovesOthers() {
    Set<String> lost = serveMany(LOST);
    assertThat(lost).hasSizeBetween(5, SESSIONS - 5);

    here.replica.onView(View.of(2, "test", List.of(SELF, STAYS, COMES)), here.now());
    List<String> order = repairs();

    assertThat(order).hasSizeGreaterThan(lost.size()).doesNotHaveDuplicates();
    assertThat(order.subList(0, lost.size())).containsExactlyInAnyOrderElementsOf(lost);
  }

  @Test
  void sendsNoMoreAtATimeThanItMay() {
    serveMany(LOST);
    here.replica.onView(View.of(2, "test", List.of(SELF, STAYS, COMES)), here.now());

    here.pass(5 * ReplicaConfig.TICK_NANOS);

    assertThat(here.take(Message.Full.class)).hasSize(1);
  }
}
