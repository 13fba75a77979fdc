// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.util.concurrent.atomic.LongAdder;
import org.holdfast.replication.transport.TransportStatistics;

/**
 * The numbers behind {@link TransportStatistics}. Counted once per read and write, not per frame;
 * any thread may add.
 */
final class Counters {
  final LongAdder framesSent = new LongAdder();
  final LongAdder bytesSent = new LongAdder();
  final LongAdder writes = new LongAdder();
  final LongAdder framesReceived = new LongAdder();
  final LongAdder bytesReceived = new LongAdder();
  final LongAdder reads = new LongAdder();
  final LongAdder framesRefused = new LongAdder();
  final LongAdder framesDropped = new LongAdder();
  final LongAdder connectionsOpened = new LongAdder();
  final LongAdder handshakesRejected = new LongAdder();
  final LongAdder connectionsMalformed = new LongAdder();

  TransportStatistics snapshot() {
    return new TransportStatistics(
        framesSent.sum(),
        bytesSent.sum(),
        writes.sum(),
        framesReceived.sum(),
        bytesReceived.sum(),
        reads.sum(),
        framesRefused.sum(),
        framesDropped.sum(),
        connectionsOpened.sum(),
        handshakesRejected.sum(),
        connectionsMalformed.sum());
  }
}
