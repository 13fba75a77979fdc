// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import java.util.LinkedHashMap;
import java.util.Map;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.transport.TransportStatistics;

/**
 * The figures of a node at one moment.
 *
 * @param viewNumber the number of its view, 0 before the first
 * @param settled whether every member has moved its sessions to that view
 * @param primarySessions the number of sessions it serves
 * @param secondarySessions the number of other sessions of which it holds a copy, a fence or a
 *     tombstone
 * @param degradedSessions the number of sessions that it serves while too few members are there to
 *     hold them, or whose holders owe an acknowledgement for longer than the ack timeout
 * @param longestLagMillis the longest time for which a session now waits for its acknowledgements
 * @param plaintextAllowed whether any program that reaches its port may talk to it: {@code
 *     security} is {@code none} or {@code migrate}
 * @param counters the counts of events since its start
 */
public record ReplicationStatistics(
    long viewNumber,
    boolean settled,
    long primarySessions,
    long secondarySessions,
    long degradedSessions,
    long longestLagMillis,
    boolean plaintextAllowed,
    Map<String, Long> counters) {

  /** Returns the counters of the node and of its transport, by name. */
  static Map<String, Long> counters(ReplicationMetrics metrics, TransportStatistics sent) {
    Map<String, Long> counters = new LinkedHashMap<>(metrics.snapshot());
    counters.put("framesSent", sent.framesSent());
    counters.put("bytesSent", sent.bytesSent());
    counters.put("writes", sent.writes());
    counters.put("framesReceived", sent.framesReceived());
    counters.put("bytesReceived", sent.bytesReceived());
    counters.put("framesRefused", sent.framesRefused());
    counters.put("framesDropped", sent.framesDropped());
    counters.put("handshakesRejected", sent.handshakesRejected());
    counters.put("connectionsMalformed", sent.connectionsMalformed());
    return counters;
  }
}
