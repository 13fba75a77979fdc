// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport;

/**
 * The work of a transport since it was started, heart-beats aside. Each number is exact, but they
 * are read one after another: two of them may be a few frames apart while traffic flows.
 *
 * @param framesSent frames handed to the operating system
 * @param bytesSent bytes of those frames, with 4 bytes of length each; without handshakes
 * @param writes writes those frames took: one each on a quiet cluster, fewer when senders are
 *     faster than the socket
 * @param framesReceived whole frames given to the listener
 * @param bytesReceived bytes of those frames, with 4 bytes of length each
 * @param reads reads that completed at least one of those frames
 * @param framesRefused frames for which {@link Transport#send} returned {@code false}
 * @param framesDropped frames that were accepted and lost with their connection; those already
 *     handed to the operating system and not yet delivered are not among them
 * @param connectionsOpened outgoing handshakes that succeeded; all but the first of each peer are
 *     reconnects
 * @param handshakesRejected handshakes refused by either side
 * @param connectionsMalformed incoming connections closed for what they sent, for sending no
 *     handshake in time, or to make room for newer ones
 */
public record TransportStatistics(
    long framesSent,
    long bytesSent,
    long writes,
    long framesReceived,
    long bytesReceived,
    long reads,
    long framesRefused,
    long framesDropped,
    long connectionsOpened,
    long handshakesRejected,
    long connectionsMalformed) {}
