// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import java.util.function.Consumer;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;

/**
 * Logs once that this node joined others that may be behind a cut: they found none of the nodes
 * that were there before. A node that founds its cluster alone says so at its start. Belongs to the
 * protocol thread.
 */
final class UnfoundReport {
  /** The time within which a node that joins receives a report from one that knows the others. */
  private static final long GRACE_NANOS = 1_000_000_000L;

  private final Member self;
  private final Consumer<String> warning;
  private boolean isFirst = true;
  private boolean hasJoined;
  private long joinedNanos;

  UnfoundReport(Member self, Consumer<String> warning) {
    this.self = self;
    this.warning = warning;
  }

  void onView(View view, long nowNanos) {
    if (isFirst) {
      isFirst = false;
      hasJoined = view.members().size() > 1;
      joinedNanos = nowNanos;
    }
  }

  /**
   * @param misses whether nodes that were never found may be alive and serve sessions
   */
  void tick(boolean misses, long patienceNanos, long nowNanos) {
    if (hasJoined && misses && nowNanos - joinedNanos >= GRACE_NANOS) {
      hasJoined = false;
      warning.accept(
          self
              + " joined nodes that have found none of the former nodes, but a network failure may"
              + " hide some: for "
              + patienceNanos / 1_000_000_000L
              + " s, or until it finds one, this node answers 503 to requests with session ids that"
              + " it does not know");
    }
  }
}
