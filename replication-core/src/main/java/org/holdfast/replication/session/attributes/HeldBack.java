// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException.Reason;

/**
 * An attribute whose value a commit could not send.
 *
 * @param problem the reason
 * @param version the session's version with the value that the secondaries keep; 0 if the session
 *     came here with it, {@link #NOTHING} if they have none
 */
public record HeldBack(String name, UnserializableAttributeException problem, long version) {
  public static final long NOTHING = -1;

  /** Returns {@code thrown} as a problem of the attribute, which it may be already. */
  static UnserializableAttributeException problem(String name, Throwable thrown) {
    if (thrown instanceof UnserializableAttributeException known) {
      return known;
    }
    Reason reason = thrown instanceof OutOfMemoryError ? Reason.MEMORY : Reason.REFUSED;
    String type = thrown.getClass().getName();
    return new UnserializableAttributeException(
        "attribute \"" + name + "\": " + type + ": " + thrown.getMessage(), reason, type, thrown);
  }
}
