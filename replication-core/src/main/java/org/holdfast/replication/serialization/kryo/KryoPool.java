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

package org.holdfast.replication.serialization.kryo;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Supplier;

/**
 * Keeps idle Kryo instances, at most a fixed number; never blocks. Thread-safe. An instance that is
 * not given back is simply lost, which is how instances end after an exception.
 *
 * <p>Instances cache what {@link ClassPlans} said. After {@link #renew}, those made before are not
 * kept any more.
 */
final class KryoPool {
  private record Generation(ArrayBlockingQueue<AttributeKryo> idle) {}

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
      boolean unused = generation.idle.offer(kryo);
    }
  }

  private final Supplier<AttributeKryo> factory;
  private final int capacity;
  private volatile Generation current;

  KryoPool(Supplier<AttributeKryo> factory, int capacity) {
    this.factory = factory;
    this.capacity = capacity;
    this.current = new Generation(new ArrayBlockingQueue<>(capacity));
  }

  Loan borrow() {
    Generation generation = current;
    AttributeKryo kryo = generation.idle.poll();
    return new Loan(kryo == null ? factory.get() : kryo, generation);
  }

  /** Forgets all instances made so far. */
  void renew() {
    current = new Generation(new ArrayBlockingQueue<>(capacity));
  }
}
