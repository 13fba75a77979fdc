// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

/**
 * The result of a successful write to a {@link ReplicatedStore}.
 *
 * @param version the version of the entry with this write
 * @param isProtected whether every secondary has acknowledged the write, so that it survives any
 *     one failure. If not: with {@code SYNC} only this node has it for now, with {@code ASYNC} this
 *     node has sent it and did not wait
 */
public record Written(long version, boolean isProtected) {}
