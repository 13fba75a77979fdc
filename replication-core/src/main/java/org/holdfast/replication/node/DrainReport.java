// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.DrainState;

/**
 * A report on the progress of a member that leaves, a line a second, and on the sessions that it
 * leaves behind. Belongs to the thread that drains.
 */
final class DrainReport {
  private static final long INTERVAL_NANOS = 1_000_000_000L;

  private final Member self;
  private final NodeConfig config;
  private final Duration limit;
  private final Consumer<String> info;
  private final Consumer<String> warning;
  private boolean begun;
  private long startNanos;
  private long nextNanos;

  /**
   * @param limit the part of the drain timeout that requests in flight have left
   */
  DrainReport(
      Member self,
      NodeConfig config,
      Duration limit,
      Consumer<String> info,
      Consumer<String> warning) {
    this.self = self;
    this.config = config;
    this.limit = limit;
    this.info = info;
    this.warning = warning;
  }

  void progress(DrainState state, long nowNanos) {
    if (begun && nowNanos - nextNanos < 0) {
      return;
    }
    if (!begun) {
      begun = true;
      startNanos = nowNanos;
    }
    nextNanos = nowNanos + INTERVAL_NANOS;
    info.accept(
        String.format(
            Locale.ROOT,
            "%s drains, %d s of at most %d: sessions still served here: %d, copies of other"
                + " members' sessions: %d, members that can take them: %d",
            self,
            (nowNanos - startNanos) / INTERVAL_NANOS,
            Math.round(limit.toMillis() / 1000.0),
            state.served(),
            state.copies(),
            state.successors()));
  }

  void end(DrainState state) {
    if (state.isComplete()) {
      info.accept("drained: no session is left on " + self);
    } else {
      warning.accept(self + leftBehind(state));
    }
  }

  private String leftBehind(DrainState state) {
    if (state.successors() == 0) {
      return " leaves as the last member, and these sessions are lost: "
          + (state.served() + state.copies());
    }
    if (state.isOver()) {
      return String.format(
          Locale.ROOT,
          " leaves; %d members remain, too few for %d copies of each session. Sessions that have"
              + " one copy less now: %d",
          state.successors(),
          config.secondaries(),
          state.copies());
    }
    return String.format(
        Locale.ROOT,
        " leaves before it is drained, after %d ms (drainTimeout of %d ms, minus the time for"
            + " running requests): sessions still served here: %d, copies of other members'"
            + " sessions: %d. The other members take them over as after a crash. Raise drainTimeout"
            + " to give the next stop more time",
        limit.toMillis(),
        config.drainTimeout().toMillis(),
        state.served(),
        state.copies());
  }
}
