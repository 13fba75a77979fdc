// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

/** The part of a session that travels. */
public enum ReplicationScope {
  /**
   * The whole session after every request. The most bytes; correct even where change detection is
   * blind.
   */
  SESSION,
  /** The whole session, but only after a request that changed it. */
  MODIFIED_SESSION,
  /** The attributes that changed, and no others. The fewest bytes, and the default. */
  MODIFIED_ATTRIBUTE
}
