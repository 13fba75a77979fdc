/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
