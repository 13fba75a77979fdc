// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Decides how few bytes turn one byte array into another that is mostly the same. So only the
 * changed parts of a large attribute need to travel. Start reading at {@link BlockDiff}; {@link
 * BlockPatch} is the way back.
 *
 * <p>Pure: no I/O, no clock, no lock, no state. Depends on Java alone; knows no session, no message
 * and no policy (when a patch is worth sending, and against which base, is the caller's to say). A
 * <em>patch</em> is between two arrays; the protocol's <em>delta</em> is between two versions of a
 * session.
 */
@NullMarked
package org.holdfast.replication.delta;

import org.jspecify.annotations.NullMarked;
