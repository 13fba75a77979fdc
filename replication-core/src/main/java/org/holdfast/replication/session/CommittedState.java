// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import org.jspecify.annotations.Nullable;

/**
 * What a response may claim, and of which state.
 *
 * @param state epoch and version that the outcome is of, as in {@code 3/node-1/1763740800/17}: the
 *     epoch's counter, the member that minted it and its incarnation, then the version. Null if
 *     there is none, as when the session was fenced or ended before the cluster knew it
 */
public record CommittedState(CommitOutcome outcome, @Nullable String state) {}
