// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
  /** The number of looks in a row without a sign of life that make a stall. */
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
