// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.function.Consumer;

/**
 * Sessions whose keys were chosen rather than drawn at random: several members may begin one at
 * once, and a key may be used again after its session has ended. Any thread may ask.
 */
public final class ChosenKeys {
  private final Sessions sessions;

  ChosenKeys(Sessions sessions) {
    this.sessions = sessions;
  }

  /**
   * Like {@link Replica#acquire}, but never answered from memory: a key that was unknown, or whose
   * session had ended, a moment ago, may be in use now.
   */
  public void acquire(String key, long nowNanos, Consumer<Acquired> callback) {
    run(key, nowNanos, new ChosenRequest(null, -1, callback));
  }

  private void run(String key, long nowNanos, ChosenRequest request) {
    sessions.run(
        key,
        (session, effects) ->
            session.requests().acquire(null, request, nowNanos, nowNanos, effects));
  }

  /**
   * The same, and begins the session with {@code image} if there is none or it has ended: costs a
   * round of promises. {@link Acquired.Unknown} means that an end is not known elsewhere yet: ask
   * again.
   *
   * @param leaseNanos negative if its lease never ends
   */
  public void acquireOrBegin(
      String key, SessionImage image, long leaseNanos, long nowNanos, Consumer<Acquired> callback) {
    run(key, nowNanos, new ChosenRequest(image, leaseNanos, callback));
  }
}
