// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.takeover;

import java.util.function.Consumer;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Label;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.SessionImage;
import org.jspecify.annotations.Nullable;

/**
 * A request for a session whose key was chosen, and may be used again after its end: a tombstone
 * here proves nothing. If the request may begin the session, the member that wins the round begins
 * it in the epoch that all others have promised. So of two members that begin one key at once one
 * does, and the other finds it.
 *
 * <p>It is a callback like any other, so that the wish goes wherever the request goes.
 *
 * @param first the state that the session begins with if, provably, there is none; null to begin
 *     none
 * @param leaseNanos the lease in that case, negative if it never ends
 * @param callback the receiver of the outcome; to a request that begins, {@link Acquired.Unknown}
 *     means that the former session of this key is just ending: ask again
 */
public record ChosenRequest(
    @Nullable SessionImage first, long leaseNanos, Consumer<Acquired> callback)
    implements Consumer<Acquired> {
  @Override
  public void accept(Acquired acquired) {
    callback.accept(acquired);
  }

  public static boolean isOne(Consumer<Acquired> callback) {
    return callback instanceof ChosenRequest;
  }

  public static boolean begins(Consumer<Acquired> callback) {
    return callback instanceof ChosenRequest request && request.first != null;
  }

  /** Returns the first state, or the one that follows {@code end}: labels never go back. */
  Message.Held state(SessionImage image, Message.@Nullable Held end) {
    Label none = new Label(Epoch.NONE, Label.FIRST_VERSION);
    return end == null
        ? new Message.Held(none, none, false, leaseNanos, image)
        : new Message.Held(end.label(), end.rank(), false, leaseNanos, image);
  }
}
