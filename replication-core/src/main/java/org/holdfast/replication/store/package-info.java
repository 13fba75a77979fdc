// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A replicated store for whatever is not an HTTP session: entries under chosen names, with the
 * guarantees that sessions have. Decides what a version is, who of several writers wins, and what a
 * caller is told when an answer cannot be vouched for. Start reading at {@link
 * org.holdfast.replication.store.ReplicatedStore}. Stands on the session package alone and knows
 * nothing of the protocol.
 */
@NullMarked
package org.holdfast.replication.store;

import org.jspecify.annotations.NullMarked;
