// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps idle Kryo instances, at most a fixed number; never blocks. Thread-safe. An instance that is
 * not given back is simply lost, which is how instances end after an exception.
 *
 * <p>Making an instance takes some hundred times as long as using one, so as few are made as can
 * be: a thread that finds its own place empty looks at all others before it makes one. So no more
 * are made than were on loan at once, unless that is more than the pool keeps.
 *
 * <p>Instances cache what {@link ClassPlans} said. After {@link #renew}, those made before are not
 * kept any more.
 */
final class KryoPool {
  /**
   * The distance of two places in references, so that threads do not write to the same cache line.
   */
  private static final int STRIDE = 16;

  /**
   * The rounds over all places before an instance is made: one may move behind the eyes of the
   * first.
   */
  private static final int ROUNDS = 2;

  /*
   * Threads: any. No lock: an instance is in one place, or on loan to the thread whose exchange of
   * that place with null succeeded. Threads begin at different places, so they seldom meet.
   */
  private record Generation(AtomicReferenceArray<@Nullable AttributeKryo> places) {
    static Generation of(int capacity) {
      return new Generation(new AtomicReferenceArray<>(capacity * STRIDE));
    }

    @Nullable AttributeKryo take() {
      int length = places.length();
      int first = placeOfThread(length);
      for (int i = 0; i < ROUNDS * length; i += STRIDE) {
        int at = (first + i) % length;
        AttributeKryo idle = places.get(at);
        if (idle != null && places.compareAndSet(at, idle, null)) {
          return idle;
        }
      }
      return null;
    }

    void put(AttributeKryo kryo) {
      int length = places.length();
      int first = placeOfThread(length);
      for (int i = 0; i < length; i += STRIDE) {
        int at = (first + i) % length;
        if (places.get(at) == null && places.compareAndSet(at, null, kryo)) {
          return;
        }
      }
    }

    private static int placeOfThread(int length) {
      int places = length / STRIDE;
      return (int) (Thread.currentThread().getId() % places) * STRIDE;
    }
  }

  /** An instance on loan. */
  static final class Loan {
    private final AttributeKryo kryo;
    private final Generation generation;

    private Loan(AttributeKryo kryo, Generation generation) {
      this.kryo = kryo;
      this.generation = generation;
    }

    AttributeKryo kryo() {
      return kryo;
    }

    /** Gives the instance back; it must not be used afterwards. */
    void giveBack() {
      kryo.recycle();
      generation.put(kryo);
    }
  }

  private final Supplier<AttributeKryo> factory;
  private final int capacity;
  private volatile Generation current;

  /**
   * @param factory makes an instance; any thread
   * @param capacity most idle instances kept, at least 1
   */
  KryoPool(Supplier<AttributeKryo> factory, int capacity) {
    this.factory = factory;
    this.capacity = capacity;
    this.current = Generation.of(capacity);
  }

  Loan borrow() {
    Generation generation = current;
    AttributeKryo kryo = generation.take();
    return new Loan(kryo == null ? factory.get() : kryo, generation);
  }

  /** Forgets all instances made so far. */
  void renew() {
    current = Generation.of(capacity);
  }
}
