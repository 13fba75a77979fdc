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

package org.holdfast.servlet.session;

import java.util.function.LongSupplier;

/**
 * Whether work that is done one after the other gets on: where it does not, nobody is to wait for
 * it. Thread-safe.
 */
public final class Promptness {
  private static final long PROMPT_NANOS = 100_000_000L;

  private final LongSupplier nanoTime;

  /** When what runs now began; 0 while nothing runs. */
  private volatile long sinceNanos;

  public Promptness(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Runs one piece; of two threads that do so at once the last one to begin is noted. */
  public void run(Runnable work) {
    sinceNanos = nanoTime.getAsLong() | 1;
    try {
      work.run();
    } finally {
      sinceNanos = 0;
    }
  }

  /** False while one piece has been running for 100 ms or more. */
  public boolean isThere() {
    long since = sinceNanos;
    return since == 0 || nanoTime.getAsLong() - since < PROMPT_NANOS;
  }
}
