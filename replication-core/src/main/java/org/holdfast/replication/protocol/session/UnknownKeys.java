// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.session;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The keys that no member knew a moment ago. With them, ids made up outside cost the cluster one
 * round of questions a second and not one each time. Only proven answers come in here. Thread-safe;
 * bounded.
 *
 * <p>An entry may outlive the truth by a second, but for no protected session: every member of the
 * view had answered that it knows nothing, and no later session gets a drawn key again. Only a copy
 * that no member had acknowledged can turn up later.
 */
final class UnknownKeys {
  private static final long NANOS = 1_000_000_000L;
  private static final int MOST = 10_000;

  private record Entry(long sinceNanos, long viewNumber) {}

  private final ConcurrentMap<String, Entry> entries = new ConcurrentHashMap<>();

  void add(String key, long viewNumber, long nowNanos) {
    if (entries.size() < MOST) {
      entries.put(key, new Entry(nowNanos, viewNumber));
    }
  }

  /**
   * Returns whether no member of that view knew the key a moment ago. Another view may bring
   * members that know it.
   */
  boolean contains(String key, long viewNumber, long nowNanos) {
    Entry entry = entries.get(key);
    return entry != null && entry.viewNumber == viewNumber && nowNanos - entry.sinceNanos < NANOS;
  }

  /** Removes a key that has turned up. */
  void remove(String key) {
    entries.remove(key);
  }

  void sweep(long nowNanos) {
    entries.values().removeIf(entry -> nowNanos - entry.sinceNanos >= NANOS);
  }
}
