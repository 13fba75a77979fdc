// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.metrics;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * The cost of each attribute name of one application, counted where its sessions are primary, since
 * the application started on this node. Thread-safe, without locks; a count takes a look-up and a
 * few increments.
 *
 * <p>Bytes are those of attributes as they leave in updates, once, however many secondaries there
 * are; names, headers and repairs are not among them.
 *
 * <p>Applications may make names of text that users typed. So only the first {@value #MOST_NAMES}
 * names have figures of their own; all later ones together are {@value #OTHERS}. Only the first
 * {@value #MOST_NAME_CHARS} characters of a name count.
 */
public final class AttributeTraffic {
  /** The most names with figures of their own. */
  public static final int MOST_NAMES = 1_000;

  /** The most characters of a name that tell it from others. */
  public static final int MOST_NAME_CHARS = 200;

  /** The name that stands for all names beyond {@link #MOST_NAMES}. */
  public static final String OTHERS = "(others)";

  /**
   * The figures of one name. Each is read by itself, so a snapshot may be ahead in some of them.
   */
  private static final class Counts {
    final LongAdder bytes = new LongAdder();
    final LongAdder changes = new LongAdder();
    final LongAdder removals = new LongAdder();
    final LongAdder patches = new LongAdder();
    final LongAdder inVain = new LongAdder();
    final LongAdder reads = new LongAdder();
    final AtomicLong newest = new AtomicLong();
    final LongAccumulator largest = new LongAccumulator(Math::max, 0);
    volatile boolean shares;
  }

  private final String cluster;
  private final String member;
  private final String application;
  private final ConcurrentMap<String, Counts> byName = new ConcurrentHashMap<>();
  private final Counts others = new Counts();

  /** The number of places taken in {@link #byName}, or about to be. */
  private final AtomicInteger names = new AtomicInteger();

  /** Creates figures that count from zero. */
  public AttributeTraffic(String cluster, String member, String application) {
    this.cluster = cluster;
    this.member = member;
    this.application = application;
  }

  public String cluster() {
    return cluster;
  }

  public String member() {
    return member;
  }

  public String application() {
    return application;
  }

  /** Counts that the application asked for the attribute, which is there. */
  public void read(String name) {
    of(name).reads.increment();
  }

  /**
   * Counts that the attribute was published since it differed.
   *
   * @param wentBytes that left for it; 0 if {@link #travelled} tells them
   * @param encodedBytes of its encoding now
   * @param patched whether only the parts that differ left
   * @param shares whether these bytes are its part of the objects that several attributes have in
   *     common
   */
  public void changed(
      String name, long wentBytes, long encodedBytes, boolean patched, boolean shares) {
    Counts counts = of(name);
    counts.changes.increment();
    counts.bytes.add(wentBytes);
    if (counts.newest.get() != encodedBytes) {
      // Else it stays in the caches of all processors.
      counts.newest.set(encodedBytes);
    }
    counts.largest.accumulate(encodedBytes);
    if (patched) {
      counts.patches.increment();
    }
    if (counts.shares != shares) {
      counts.shares = shares;
    }
  }

  /** Counts bytes of the attribute that left, whether it had changed or not. */
  public void travelled(String name, long bytes) {
    of(name).bytes.add(bytes);
  }

  /** Counts that the removal of the attribute was published. */
  public void removed(String name) {
    of(name).removals.increment();
  }

  /** Counts that the attribute was encoded and turned out the same as on the secondaries. */
  public void foundUnchanged(String name) {
    of(name).inVain.increment();
  }

  private Counts of(String name) {
    String key = name.length() <= MOST_NAME_CHARS ? name : name.substring(0, MOST_NAME_CHARS);
    Counts known = byName.get(key);
    return known == null ? firstOf(key) : known;
  }

  private Counts firstOf(String cut) {
    String key = wellFormed(cut);
    Counts known = byName.get(key);
    if (known != null) {
      return known;
    }
    if (names.get() >= MOST_NAMES || key.equals(OTHERS)) {
      return others;
    }
    if (names.incrementAndGet() > MOST_NAMES) {
      names.decrementAndGet();
      return others;
    }
    Counts fresh = new Counts();
    Counts present = byName.putIfAbsent(key, fresh);
    if (present != null) {
      names.decrementAndGet();
      return present;
    }
    return fresh;
  }

  /** Replaces half a character, perhaps a cut one, which cannot be written as UTF-8. */
  private static String wellFormed(String name) {
    return name.chars().anyMatch(unit -> Character.isSurrogate((char) unit))
        ? new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
        : name;
  }

  /** Returns the figures so far. Costs a look at each name; nothing is kept up to date for it. */
  public AttributeTrafficSnapshot snapshot() {
    List<AttributeFigures> rows = new ArrayList<>();
    byName.forEach((name, counts) -> rows.add(figures(name, counts)));
    AttributeFigures beyond = figures(OTHERS, others);
    if (beyond.isAnything()) {
      rows.add(beyond);
    }
    long bytes = rows.stream().mapToLong(AttributeFigures::bytes).sum();
    rows.replaceAll(row -> row.withShareOf(bytes));
    rows.sort(
        Comparator.comparingLong(AttributeFigures::bytes)
            .reversed()
            .thenComparing(AttributeFigures::name));
    return new AttributeTrafficSnapshot(cluster, member, application, rows);
  }

  private static AttributeFigures figures(String name, Counts counts) {
    // Changes first: what is published just now, and read just after, must not seem never read.
    long changes = counts.changes.sum();
    long reads = counts.reads.sum();
    return new AttributeFigures(
        name,
        counts.bytes.sum(),
        0,
        changes,
        counts.removals.sum(),
        counts.patches.sum(),
        counts.inVain.sum(),
        reads,
        changes > 0 && reads == 0,
        counts.newest.get(),
        counts.largest.get(),
        counts.shares);
  }
}
