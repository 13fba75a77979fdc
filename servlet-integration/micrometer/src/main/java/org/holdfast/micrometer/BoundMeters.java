// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.micrometer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.holdfast.replication.metrics.AttributeFigures;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.AttributeTrafficSnapshot;
import org.holdfast.replication.node.ReplicationStatistics;
import org.jspecify.annotations.Nullable;

/** The meters of one node in one registry. */
final class BoundMeters {
  /*
   * Threads: any that reads the registry. Lock: this, while the node is looked at. Meters are registered and removed
   * without it: the registry has locks of its own, under which its listeners may read a meter. Micrometer refers weakly
   * to the object of a counter, but strongly to the supplier of a gauge: so this object lives as long as its gauges.
   */
  /** The nanoseconds for which one look counts: a scrape reads some hundred meters from it. */
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** An attribute of an application. */
  private record Key(String application, String attribute) {}

  /** The figures that one look found. */
  private record Look(
      long atNanos, ReplicationStatistics statistics, Map<Key, AttributeFigures> attributes) {}

  private final MeterRegistry registry;
  private final Supplier<ReplicationStatistics> statistics;
  private final Supplier<List<AttributeTraffic>> traffic;
  private final Tags tags;

  @GuardedBy("this")
  private final Set<Key> known = new HashSet<>();

  @GuardedBy("this")
  private final List<Meter> meters = new ArrayList<>();

  @GuardedBy("this")
  private @Nullable Look last;

  @GuardedBy("this")
  private boolean removed;

  BoundMeters(
      MeterRegistry registry,
      Supplier<ReplicationStatistics> statistics,
      Supplier<List<AttributeTraffic>> traffic,
      Tags tags) {
    this.registry = registry;
    this.statistics = statistics;
    this.traffic = traffic;
    this.tags = tags;
  }

  void bind() {
    for (String counter : look().statistics().counters().keySet()) {
      counter(MeterName.of(counter), tags, look -> counted(look, counter));
    }
    gauge("holdfast.view.number", null, stats -> stats.viewNumber());
    gauge("holdfast.settled", null, stats -> stats.settled() ? 1 : 0);
    gauge("holdfast.primary.sessions", "sessions", stats -> stats.primarySessions());
    gauge("holdfast.secondary.sessions", "sessions", stats -> stats.secondarySessions());
    gauge("holdfast.degraded.sessions", "sessions", stats -> stats.degradedSessions());
    gauge("holdfast.plaintext.allowed", null, stats -> stats.plaintextAllowed() ? 1 : 0);
    gauge("holdfast.longest.lag", "seconds", stats -> stats.longestLagMillis() / 1_000.0);
  }

  private static double counted(Look look, String counter) {
    return look.statistics().counters().getOrDefault(counter, 0L);
  }

  private void gauge(
      String name, @Nullable String unit, ToDoubleFunction<ReplicationStatistics> figure) {
    gauge(new MeterName(name, unit), tags, look -> figure.applyAsDouble(look.statistics()));
  }

  void remove() {
    List<Meter> all;
    synchronized (this) {
      removed = true;
      all = List.copyOf(meters);
      meters.clear();
    }
    all.forEach(registry::remove);
  }

  /** Remembers a meter for its removal; removes it at once, if the others are removed meanwhile. */
  private void keep(Meter meter) {
    boolean late;
    synchronized (this) {
      late = removed;
      if (!late) {
        meters.add(meter);
      }
    }
    if (late) {
      registry.remove(meter);
    }
  }

  private Look look() {
    List<Key> fresh = new ArrayList<>();
    Look look = look(fresh);
    fresh.forEach(this::add);
    return look;
  }

  /** Returns a look at most a second old; adds the attributes that are new to {@code fresh}. */
  private synchronized Look look(List<Key> fresh) {
    long now = registry.config().clock().monotonicTime();
    Look present = last;
    if (present != null && now - present.atNanos() < LOOK_NANOS) {
      return present;
    }
    Map<Key, AttributeFigures> attributes = new HashMap<>();
    for (AttributeTraffic each : traffic.get()) {
      AttributeTrafficSnapshot snapshot = each.snapshot();
      snapshot
          .attributes()
          .forEach(row -> attributes.put(new Key(snapshot.application(), row.name()), row));
    }
    Look next = new Look(now, statistics.get(), attributes);
    last = next;
    for (Key key : attributes.keySet()) {
      if (!removed && known.add(key)) {
        fresh.add(key);
      }
    }
    return next;
  }

  private void add(Key key) {
    Tags own = tags.and("application", key.application(), "attribute", key.attribute());
    count(key, own, "holdfast.attribute.sent.bytes", "bytes", AttributeFigures::bytes);
    count(key, own, "holdfast.attribute.changes", "changes", AttributeFigures::changes);
    count(key, own, "holdfast.attribute.removals", "removals", AttributeFigures::removals);
    count(key, own, "holdfast.attribute.patches", "patches", AttributeFigures::patches);
    count(
        key,
        own,
        "holdfast.attribute.unchanged.encodings",
        "encodings",
        AttributeFigures::encodedInVain);
    count(key, own, "holdfast.attribute.reads", "reads", AttributeFigures::reads);
    show(key, own, "holdfast.attribute.newest.bytes", "bytes", AttributeFigures::newestBytes);
    show(key, own, "holdfast.attribute.largest.bytes", "bytes", AttributeFigures::largestBytes);
    show(key, own, "holdfast.attribute.share", "ratio", AttributeFigures::share);
    show(key, own, "holdfast.attribute.never.read", null, row -> row.neverRead() ? 1 : 0);
  }

  private void count(
      Key key, Tags own, String name, String unit, ToDoubleFunction<AttributeFigures> figure) {
    counter(new MeterName(name, unit), own, look -> ofAttribute(look, key, figure));
  }

  private void show(
      Key key,
      Tags own,
      String name,
      @Nullable String unit,
      ToDoubleFunction<AttributeFigures> figure) {
    gauge(new MeterName(name, unit), own, look -> ofAttribute(look, key, figure));
  }

  /** Returns a figure of an attribute; 0 once the application is gone, or before it is back. */
  private static double ofAttribute(Look look, Key key, ToDoubleFunction<AttributeFigures> figure) {
    AttributeFigures row = look.attributes().get(key);
    return row == null ? 0 : figure.applyAsDouble(row);
  }

  private void counter(MeterName name, Tags own, ToDoubleFunction<Look> figure) {
    keep(
        FunctionCounter.builder(name.name(), this, meters -> figure.applyAsDouble(meters.look()))
            .baseUnit(name.unit())
            .tags(own)
            .register(registry));
  }

  private void gauge(MeterName name, Tags own, ToDoubleFunction<Look> figure) {
    keep(
        Gauge.builder(name.name(), () -> figure.applyAsDouble(look()))
            .baseUnit(name.unit())
            .tags(own)
            .register(registry));
  }
}
