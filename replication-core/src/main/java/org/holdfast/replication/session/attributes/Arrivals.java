// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The notification of an integration, which receives each value of a session that came from another
 * node when it is first asked for. Thread-safe.
 */
final class Arrivals {
  /*
   * Threads: those that read attributes. No lock is held while the listener runs, which is code of the application.
   * A1  of several threads that ask for one value at once, one decodes it and calls the listener; the others wait until
   *     that is done, so that no caller has a value that the listener has not received. They wait for a bounded time,
   *     as the listener may wait for them: for a lock of the application, for instance. No thread waits for itself.
   * A2  A cell belongs to one session and is equal to no other one, so all sessions share the map. It is empty but for
   *     the moments in which a listener runs.
   */
  private static final long MOST_WAIT_MILLIS = 1_000;

  private record Telling(Thread teller, CountDownLatch done) {}

  private static final ConcurrentMap<AttributeCell, Telling> TELLING = new ConcurrentHashMap<>();

  private volatile @Nullable Consumer<Object> listener;

  /**
   * @param told the listener, which must not throw
   */
  void listener(Consumer<Object> told) {
    listener = told;
  }

  /**
   * Decodes a value and tells the listener of it.
   *
   * @param decode gives the cell its value; returns the value if this was the first call to do so
   */
  void arrive(AttributeCell cell, Supplier<@Nullable Object> decode) {
    Consumer<Object> told = listener;
    if (told == null) {
      var unused = decode.get();
      return;
    }
    Telling mine = new Telling(Thread.currentThread(), new CountDownLatch(1));
    Telling other = TELLING.putIfAbsent(cell, mine);
    if (other != null) {
      await(other);
      if (cell.undecoded() != null) {
        var unused = decode.get();
      }
      return;
    }
    try {
      Object arrived = decode.get();
      if (arrived != null) {
        told.accept(arrived);
      }
    } finally {
      TELLING.remove(cell, mine);
      mine.done().countDown();
    }
  }

  /** Waits while another thread tells of the value, at most 1 s. */
  void awaitTold(AttributeCell cell) {
    if (!TELLING.isEmpty()) {
      Telling other = TELLING.get(cell);
      if (other != null) {
        await(other);
      }
    }
  }

  private static void await(Telling other) {
    if (other.teller() == Thread.currentThread()) {
      return;
    }
    try {
      boolean unused = other.done().await(MOST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
