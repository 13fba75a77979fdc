// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The state of each session that one member knows, the lock of that state, and the rules by which
 * it changes. Start reading at {@link Sessions}, the only way in, then {@code SessionState}, which
 * no other package sees. Must not depend on repairs, nor on the replica as a whole.
 */
@NullMarked
package org.holdfast.replication.protocol.session;

import org.jspecify.annotations.NullMarked;
