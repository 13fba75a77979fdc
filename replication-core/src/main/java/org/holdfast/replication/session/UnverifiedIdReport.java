// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.util.function.Consumer;
import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.slf4j.LoggerFactory;

/**
 * A report of ids whose check failed. Counts them, and logs their number at most once a minute. The
 * node cannot distinguish them from invented ones, but an operator who changed a secret can. Does
 * not log the ids. Thread-safe.
 */
final class UnverifiedIdReport {
  private final String application;
  private final ReplicationMetrics metrics;
  private final Consumer<String> log;

  private final RareLines rare = new RareLines();

  UnverifiedIdReport(String application, ReplicationMetrics metrics) {
    this(application, metrics, LoggerFactory.getLogger(UnverifiedIdReport.class)::warn);
  }

  UnverifiedIdReport(String application, ReplicationMetrics metrics, Consumer<String> log) {
    this.application = application;
    this.metrics = metrics;
    this.log = log;
  }

  void add(long nowNanos) {
    metrics.count(Counter.UNVERIFIED_IDS);
    long count = rare.count("unverified ids", nowNanos);
    if (count == 0) {
      return;
    }
    log.accept(
        "the session ids of "
            + count
            + " requests to application \""
            + application
            + "\" failed their check since the last line of this kind, and this node treated them"
            + " as unknown: either another node has a sessionIdSecret that is neither"
            + " sessionIdSecret nor acceptedSessionIdSecret here, or somebody invents ids (counted"
            + " as unverifiedIds)");
  }
}
