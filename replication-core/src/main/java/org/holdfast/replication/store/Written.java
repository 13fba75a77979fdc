// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

/**
 * The result of a write that was done.
 *
 * @param version the version of the entry now
 * @param isProtected whether every secondary has the write, so that it survives any one failure. If
 *     not, this node alone has it for now, or with {@code ASYNC} it is on its way
 */
public record Written(long version, boolean isProtected) {}
