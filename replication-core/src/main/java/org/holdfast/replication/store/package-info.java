// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A replicated store for state that is not in an HTTP session: entries under chosen names, with the
 * guarantees that sessions have. Decides what a version is, which of several writers wins, and what
 * a caller receives when an answer cannot be vouched for. Start reading at {@link
 * org.holdfast.replication.store.ReplicatedStore}. Uses the session package alone and knows nothing
 * of the protocol.
 */
@NullMarked
package org.holdfast.replication.store;

import org.jspecify.annotations.NullMarked;
