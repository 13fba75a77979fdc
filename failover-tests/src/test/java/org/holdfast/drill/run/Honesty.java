// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

/** How a {@link FakeCluster} keeps its word. */
enum Honesty {
  /** All nodes count in one map. */
  SHARES,
  /** Each node counts in its own: sessions die with it. */
  SHARES_NOTHING,
  /** Shares, but forgets the last update of each session when a node dies. */
  LOSES_AN_UPDATE,
  /** Shares, but forgets the last update of those sessions that the dead node had served. */
  LOSES_THE_LAST_OF_THE_DEAD,
  /** Shares, but forgets all updates of those but the first. */
  LOSES_MORE_OF_THE_DEAD,
  /** Shares, but answers 503 from the first death on. */
  NEVER_RECOVERS,
  /** Shares, but no view ever changes. */
  NEVER_CHANGES_VIEW,
  /** Shares, but a death brings back all sessions that had ended, and none ends any more. */
  RESURRECTS,
  /** Shares, but a session can be had under every id that it ever had. */
  KEEPS_FORMER_IDS,
  /** Shares, but a death takes the number back that says how often primaries changed. */
  FORGETS_ITS_EPOCH
}
