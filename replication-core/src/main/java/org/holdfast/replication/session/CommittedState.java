// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import org.jspecify.annotations.Nullable;

/**
 * The claim that a response may make, and the state that it is about.
 *
 * @param state the epoch and version of the outcome, as in {@code 3/node-1/1763740800/17}: the
 *     epoch's counter, the member that minted it, its incarnation, and the version. Null if there
 *     is none, as when the session was fenced or ended before the cluster knew it
 */
public record CommittedState(CommitOutcome outcome, @Nullable String state) {}
