// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The transport over TCP with Grizzly, the only package that imports it. Start reading at {@link
 * org.holdfast.replication.transport.grizzly.GrizzlyTransport}; a frame's way out is {@code
 * PeerLink}, {@code OutgoingStream}; its way in is {@code StreamFilter}, {@code IncomingStream}.
 * {@code TlsConnection} encrypts below both. {@code Admission} and {@code IncomingStreams} decide
 * which peers may connect. Messages of membership share the port, see {@code
 * GrizzlyMembershipStreams}. Depends on transport, membership and security only, and knows nothing
 * of what is in a frame.
 */
@NullMarked
package org.holdfast.replication.transport.grizzly;

import org.jspecify.annotations.NullMarked;
