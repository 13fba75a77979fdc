// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.holdfast.replication.membership.Member;

/** Delays, loses, repeats and reorders messages; links can be cut in one direction or both. */
final class SimulatedNetwork {
  private record Link(String from, String to) {}

  /** Messages of one type about one session: what is thrown for them on one link is their own. */
  private record Kind(Class<?> type, String key) {}

  /** The stream from one member to another. */
  private static final class Stream {
    final SimulatedQueue queue = new SimulatedQueue();
    final Map<Kind, int[]> sent = new HashMap<>();
    private final long hash;
    long lastSent;
    long newestArrived;

    Stream(Link link) {
      hash = 31L * (31L * link.from.hashCode() + link.to.hashCode());
    }

    /** Tells the next message of its kind from all others of the run. */
    long next(Message message) {
      String key = message instanceof Message.OfSession about ? about.key() : "";
      Class<?> type = message.getClass();
      int number = ++sent.computeIfAbsent(new Kind(type, key), none -> new int[1])[0];
      return 31L * (hash + key.hashCode())
          + 7919L * type.getSimpleName().hashCode()
          + ((long) number << 40);
    }
  }

  /**
   * The fate that the dice may give one message; {@code full} is that nothing is written for a
   * moment from then on, so that the queue fills.
   */
  record Weather(double loss, double repetition, double slow, double full) {
    static final Weather CALM = new Weather(0, 0, 0, 0);
  }

  /** The possible fates of a message. */
  static final String[] WEATHER = {
    "lost", "lost one way", "overtaken", "queue full", "queued", "repeated", "slow"
  };

  interface Observer {
    void beforeDelivery(SimulatedNode node, Message message);

    void afterDelivery(SimulatedNode node, Message message);
  }

  /** The longest way of a message. */
  static final long LONGEST_WAY = millis(150);

  private final SimulatedClock clock;
  private final Function<Member, SimulatedNode> nodes;
  private final Observer observer;
  private final Tally tally;
  private final Trace trace;
  private final Set<Link> cut = new HashSet<>();
  private final Map<Link, Double> lossy = new HashMap<>();
  private final Set<String> slow = new HashSet<>();

  private final Map<Link, Stream> streams = new HashMap<>();

  private final Map<Link, Long> newest = new HashMap<>();
  private final Map<Class<?>, long[]> delivered = new HashMap<>();
  private Consumer<Message> afterDelivery = message -> {};
  private Weather weather = Weather.CALM;
  private boolean inOrder;
  private Class<? extends Message> lost = null;
  private int losses;

  SimulatedNetwork(
      SimulatedClock clock,
      Function<Member, SimulatedNode> nodes,
      Observer observer,
      Tally tally,
      Trace trace) {
    this.clock = clock;
    this.nodes = nodes;
    this.observer = observer;
    this.tally = tally;
    this.trace = trace;
  }

  /** Tells of each message once its receiver has done what follows from it. */
  void onDelivery(Consumer<Message> listener) {
    afterDelivery = listener;
  }

  void weather(Weather next) {
    weather = next;
  }

  /** From now on nothing overtakes on one link, as it is with a stream that does not break. */
  void keepOrder() {
    inOrder = true;
  }

  /** So many of the next messages of this type are lost. */
  void loseNext(int number, Class<? extends Message> type) {
    losses = number;
    lost = type;
  }

  void cut(String from, String to) {
    cut.add(new Link(from, to));
  }

  /** Loses what is sent that way with this probability. */
  void lose(String from, String to, double probability) {
    lossy.put(new Link(from, to), probability);
  }

  /** From now on messages from and to this member take long. */
  void slow(String member) {
    slow.add(member);
  }

  void mendAll() {
    cut.clear();
    lossy.clear();
    slow.clear();
  }

  boolean isCut(String from, String to) {
    return !cut.isEmpty() && cut.contains(new Link(from, to));
  }

  boolean send(SimulatedNode from, Member to, Message message) {
    if (losses > 0 && message.getClass() == lost) {
      losses--;
      return true;
    }
    if (message instanceof Message.NotInView || message instanceof Message.ViewStatus) {
      from.reach(to);
    }
    if (!from.hasStreamTo(to)) {
      return false;
    }
    Stream stream = streams.computeIfAbsent(new Link(from.self.name(), to.name()), Stream::new);
    Dice dice = new Dice(clock.seed, "message", stream.next(message));
    long queued = queue(stream.queue, to, message, dice);
    if (queued < 0) {
      tally.count(Tally.WEATHER, "queue full");
      return false;
    }
    int copies = happens(weather.repetition, "repeated", dice) ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      if (!happens(weather.loss, "lost", dice) && !isLostOnItsWay(from.self, to, dice)) {
        long delay = Math.min(LONGEST_WAY, queued + delay(from.self, to, dice));
        long number = ++stream.lastSent;
        clock.after(
            arrival(from.self, to, delay),
            () -> {
              countOvertaken(stream, number);
              deliver(from.self, to, message);
            });
      }
    }
    return true;
  }

  /** How long a message waits for the ones before it; negative if there is no room for it. */
  private long queue(SimulatedQueue queue, Member to, Message message, Dice dice) {
    if (weather.full > 0 && dice.chance(weather.full) && !queue.isStalled()) {
      long stall = dice.between(millis(5), millis(100));
      queue.stall(clock.now() + stall, dice);
      clock.after(stall, queue::drain);
    }
    if (!queue.isStalled()) {
      return 0;
    }
    long queued = queue.offer(message, clock.now());
    queue.verifyIsBounded(to.name());
    if (queued > 0) {
      tally.count(Tally.WEATHER, "queued");
    }
    return queued;
  }

  private boolean happens(double probability, String what, Dice dice) {
    if (probability == 0 || !dice.chance(probability)) {
      return false;
    }
    tally.count(Tally.WEATHER, what);
    return true;
  }

  private boolean isLostOnItsWay(Member from, Member to, Dice dice) {
    if (lossy.isEmpty()) {
      return false;
    }
    double loss = lossy.getOrDefault(new Link(from.name(), to.name()), 0.0);
    return happens(loss, "lost one way", dice);
  }

  private long delay(Member from, Member to, Dice dice) {
    if (!slow.isEmpty() && (slow.contains(from.name()) || slow.contains(to.name()))) {
      return dice.between(millis(30), LONGEST_WAY);
    }
    return happens(weather.slow, "slow", dice)
        ? dice.between(millis(1), LONGEST_WAY)
        : dice.between(50_000, millis(2));
  }

  private long arrival(Member from, Member to, long delay) {
    if (!inOrder) {
      return delay;
    }
    Link link = new Link(from.name(), to.name());
    long at = newest.merge(link, clock.now() + delay, (last, now) -> Math.max(last, now));
    return at - clock.now();
  }

  private void countOvertaken(Stream stream, long number) {
    if (number < stream.newestArrived) {
      tally.count(Tally.WEATHER, "overtaken");
    }
    stream.newestArrived = Math.max(stream.newestArrived, number);
  }

  private void deliver(Member from, Member to, Message message) {
    SimulatedNode node = nodes.apply(to);
    if (node == null || isCut(from.name(), to.name())) {
      return;
    }
    node.receive(
        () -> {
          delivered
              .computeIfAbsent(
                  message.getClass(), type -> tally.counter(Tally.MESSAGES, type.getSimpleName()))[
              0]++;
          String key = message instanceof Message.OfSession about ? about.key() : "";
          if (!trace.isOff() && trace.isAbout(key)) {
            trace.note(clock.now(), from.name() + " -> " + to.name() + "  " + message);
          }
          observer.beforeDelivery(node, message);
          node.replica.onMessage(from, message, node.now());
          observer.afterDelivery(node, message);
          afterDelivery.accept(message);
        });
  }
}
