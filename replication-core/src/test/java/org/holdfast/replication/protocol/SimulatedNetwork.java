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

import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.holdfast.replication.membership.Member;

/** Delays, loses, repeats and reorders messages; links can be cut in one direction or both. */
final class SimulatedNetwork {
  private record Link(String from, String to) {}

  /** What the dice may do to one message; {@code full} is that the queue does not take it. */
  record Weather(double loss, double repetition, double slow, double full) {
    static final Weather CALM = new Weather(0, 0, 0, 0);
  }

  interface Observer {
    void beforeDelivery(SimulatedNode node, Message message);

    void afterDelivery(SimulatedNode node, Message message);
  }

  private final SimulatedClock clock;
  private final Function<Member, SimulatedNode> nodes;
  private final Observer observer;
  private final Set<Link> cut = new HashSet<>();
  private final Map<String, Integer> delivered = new TreeMap<>();
  private final Map<Link, Long> newest = new HashMap<>();
  private Weather weather = Weather.CALM;
  private boolean inOrder;
  private Class<? extends Message> lost = null;
  private int losses;

  SimulatedNetwork(SimulatedClock clock, Function<Member, SimulatedNode> nodes, Observer observer) {
    this.clock = clock;
    this.nodes = nodes;
    this.observer = observer;
  }

  void weather(Weather next) {
    weather = next;
  }

  /** From now on nothing overtakes on one link, as it is with a stream that does not break. */
  void keepOrder() {
    inOrder = true;
  }

  /** Of the next messages of this type so many are lost. */
  void loseNext(int number, Class<? extends Message> type) {
    losses = number;
    lost = type;
  }

  void cut(String from, String to) {
    cut.add(new Link(from, to));
  }

  void mendAll() {
    cut.clear();
  }

  boolean isCut(String from, String to) {
    return cut.contains(new Link(from, to));
  }

  Map<String, Integer> delivered() {
    return delivered;
  }

  boolean send(SimulatedNode from, Member to, Message message) {
    if (losses > 0 && message.getClass() == lost) {
      losses--;
      return true;
    }
    if (clock.chance(weather.full)) {
      return false;
    }
    int copies = clock.chance(weather.repetition) ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      if (!clock.chance(weather.loss)) {
        long delay =
            clock.chance(weather.slow)
                ? clock.between(millis(1), millis(150))
                : clock.between(50_000, millis(2));
        clock.after(arrival(from.self, to, delay), () -> deliver(from.self, to, message));
      }
    }
    return true;
  }

  private long arrival(Member from, Member to, long delay) {
    if (!inOrder) {
      return delay;
    }
    Link link = new Link(from.name(), to.name());
    long at = newest.merge(link, clock.now() + delay, (last, now) -> Math.max(last, now));
    return at - clock.now();
  }

  /**
   * With {@code -Dtrace=KEY}: what is delivered about that session, for the replay of a failing
   * seed.
   */
  private void trace(Member from, Member to, Message message) {
    String traced = System.getProperty("trace");
    if (traced != null
        && message instanceof Message.OfSession about
        && about.key().equals(traced)) {
      System.out.printf(
          "%,d us  %s -> %s  %s%n", clock.now() / 1000, from.name(), to.name(), message);
    }
  }

  private void deliver(Member from, Member to, Message message) {
    SimulatedNode node = nodes.apply(to);
    if (node == null || isCut(from.name(), to.name())) {
      return;
    }
    node.receive(
        () -> {
          delivered.merge(message.getClass().getSimpleName(), 1, Integer::sum);
          trace(from, to, message);
          observer.beforeDelivery(node, message);
          node.replica.onMessage(from, message, clock.now());
          observer.afterDelivery(node, message);
        });
  }
}
