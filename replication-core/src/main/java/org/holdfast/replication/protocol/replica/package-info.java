// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The protocol of one member as a whole. Start reading at {@link Replica}, which passes calls,
 * messages, views and ticks on to the parts. May depend on all other packages of the protocol; none
 * of them may depend on it.
 */
@NullMarked
package org.holdfast.replication.protocol.replica;

import org.jspecify.annotations.NullMarked;
