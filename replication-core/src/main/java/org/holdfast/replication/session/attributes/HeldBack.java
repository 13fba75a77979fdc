// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException.Reason;

/**
 * An attribute whose value a commit held back: it sent the other attributes and not this one. The
 * secondaries keep the value that they have. Later commits try again. {@code HeldBackReport} logs
 * it, and the outcome of its commit is degraded at best.
 *
 * @param name the name of the attribute
 * @param problem the reason: the value cannot be encoded, or the session does not fit into one
 *     frame with it
 * @param version the version of the session that sent the value that the secondaries keep; 0 if the
 *     session arrived on this node with that value, {@link #NOTHING} if the secondaries have no
 *     value of this name
 */
public record HeldBack(String name, UnserializableAttributeException problem, long version) {
  /** The {@code version} of an attribute of which the secondaries have no value. */
  public static final long NOTHING = -1;

  /**
   * Returns the reason for holding an attribute back: {@code thrown} itself if the codec threw it
   * as an {@link UnserializableAttributeException}, else an exception with {@code thrown} as its
   * cause.
   *
   * @param name the name of the attribute
   */
  static UnserializableAttributeException problem(String name, Throwable thrown) {
    if (thrown instanceof UnserializableAttributeException known) {
      return known;
    }
    // A lack of memory may pass, so ReplicatedSession.exit encodes such a value once more.
    Reason reason = thrown instanceof OutOfMemoryError ? Reason.MEMORY : Reason.REFUSED;
    String type = thrown.getClass().getName();
    return new UnserializableAttributeException(
        "attribute \"" + name + "\": " + type + ": " + thrown.getMessage(), reason, type, thrown);
  }
}
