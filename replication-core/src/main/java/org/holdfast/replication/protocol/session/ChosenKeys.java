// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.session;

import java.util.function.Consumer;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.SessionImage;
import org.holdfast.replication.protocol.takeover.ChosenRequest;

/**
 * The sessions whose keys were chosen rather than drawn at random: several members may begin one at
 * once, and a key may be used again after its session has ended. Any thread may call its methods.
 */
public final class ChosenKeys {
  private final Sessions sessions;

  public ChosenKeys(Sessions sessions) {
    this.sessions = sessions;
  }

  /**
   * Acquires a session as {@code Replica.acquire} does, but never answers from memory. A key that
   * was unknown a moment ago, or whose session had ended, may be in use now.
   */
  public void acquire(String key, long nowNanos, Consumer<Acquired> callback) {
    run(key, nowNanos, new ChosenRequest(null, -1, callback));
  }

  private void run(String key, long nowNanos, ChosenRequest request) {
    sessions.acquire(key, null, request, nowNanos, nowNanos);
  }

  /**
   * Acquires a session, or begins it with {@code image} if there is none or it has ended. Costs a
   * round of promises. {@link Acquired.Unknown} means that other members do not know of an end yet:
   * ask again.
   *
   * @param leaseNanos the lease of a new session, negative if it never ends
   */
  public void acquireOrBegin(
      String key, SessionImage image, long leaseNanos, long nowNanos, Consumer<Acquired> callback) {
    run(key, nowNanos, new ChosenRequest(image, leaseNanos, callback));
  }
}
