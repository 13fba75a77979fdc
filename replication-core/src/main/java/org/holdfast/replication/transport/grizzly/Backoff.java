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

package org.holdfast.replication.transport.grizzly;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before each attempt to reconnect: twice as long each time, up to a bound, and
 * shortened at random by up to half so that the members of a cluster do not all knock at once.
 * Confined to one thread.
 */
final class Backoff {
  private final long minNanos;
  private final long maxNanos;
  private final RandomGenerator jitter;
  private long nextNanos;

  Backoff(Duration min, Duration max, RandomGenerator jitter) {
    this.minNanos = min.toNanos();
    this.maxNanos = max.toNanos();
    this.jitter = jitter;
    this.nextNanos = minNanos;
  }

  /** Returns the pause before the next attempt and doubles the one after it. */
  long nextNanos() {
    long ceiling = nextNanos;
    nextNanos = Math.min(maxNanos, 2 * ceiling);
    return ceiling / 2 + jitter.nextLong(ceiling / 2 + 1);
  }

  void reset() {
    nextNanos = minNanos;
  }
}
