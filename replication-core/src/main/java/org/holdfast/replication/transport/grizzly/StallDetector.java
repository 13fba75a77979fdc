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

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells a connection that is stuck from one that is slow or has nothing to carry.
 *
 * <p>Counts looks, not time: the caller looks {@value #LOOKS} times in each stall time-out. A pause
 * of this process is therefore one look, however long it lasts. The network has the time until the
 * next look to deliver what arrived meanwhile.
 *
 * <p>Threads: any thread reports signs of life, one thread looks.
 */
final class StallDetector {
  /** Looks in a row without a sign of life that make a stall. */
  static final int LOOKS = 6;

  private final AtomicBoolean alive = new AtomicBoolean(true);
  private int looksWithoutLife;

  /** Reports that the other end received something of this connection. */
  void heard() {
    alive.set(true);
  }

  /** Looks once; returns whether {@value #LOOKS} looks in a row found no sign of life. */
  boolean isStalled() {
    looksWithoutLife = alive.getAndSet(false) ? 0 : looksWithoutLife + 1;
    return looksWithoutLife >= LOOKS;
  }
}
