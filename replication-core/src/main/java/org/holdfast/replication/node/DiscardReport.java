// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.holdfast.replication.logging.RareLines;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A report of updates that were lost against a newer epoch: after a partition, or a crash before
 * their acknowledgement. Logs at most one line a minute, since a partition's end can bring
 * thousands. Thread-safe.
 */
final class DiscardReport {
  private static final Logger log = LoggerFactory.getLogger(DiscardReport.class);

  private final RareLines rare = new RareLines();

  @GuardedBy("this")
  private long sessions;

  @GuardedBy("this")
  private long updates;

  void add(long versions) {
    synchronized (this) {
      sessions++;
      updates += versions;
    }
  }

  /**
   * Logs a line if one is due. Call it now and then, so that the last updates are reported, too.
   */
  void tick(long nowNanos) {
    long lostSessions;
    long lostUpdates;
    synchronized (this) {
      if (sessions == 0 || rare.count("discards", nowNanos) == 0) {
        return;
      }
      lostSessions = sessions;
      lostUpdates = updates;
      sessions = 0;
      updates = 0;
    }
    log.warn(
        "{} sessions lost {} updates in all: the updates were not protected yet when another node"
            + " took these sessions over",
        lostSessions,
        lostUpdates);
  }
}
