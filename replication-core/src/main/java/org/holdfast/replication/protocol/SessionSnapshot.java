// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.List;
import org.holdfast.replication.membership.Member;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of the state of one session on one member, for tests and diagnosis.
 *
 * @param promised the epoch below which the member refuses every other
 * @param copy the copy or the tombstone that it has, or null
 * @param primary whether it is the primary
 * @param seeking whether a round of it looks for the session
 * @param handingOver whether a hand-over waits for its requests
 * @param holders the members whose copies it counts on as the primary
 * @param protectedVersion the newest version that these protect, or -1
 */
public record SessionSnapshot(
    Epoch promised,
    @Nullable Copy copy,
    boolean primary,
    boolean seeking,
    boolean handingOver,
    List<Member> holders,
    long protectedVersion) {

  /** Returns whether the member is the primary and the holders have the state that it has. */
  boolean isProtected() {
    return primary && copy != null && protectedVersion >= copy.version();
  }
}
