// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

/**
 * The treatment of a session with an attribute that cannot be read here, for instance since another
 * version of the application wrote it.
 */
public enum UnreadablePolicy {
  /**
   * The attribute reads as absent; its bytes stay, so that a node of the other version still reads
   * them. The application may find its session half empty.
   */
  DROP_ATTRIBUTE,
  /**
   * The session ends, on all nodes, when the attribute is first asked for: the user starts afresh,
   * and the other version loses it too. An attribute that is put or removed before any request has
   * read it ends nothing.
   */
  INVALIDATE
}
