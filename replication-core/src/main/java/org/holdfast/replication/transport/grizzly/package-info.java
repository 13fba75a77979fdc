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

/**
 * The transport over TCP with Grizzly, the only package that imports it. Start reading at {@link
 * org.holdfast.replication.transport.grizzly.GrizzlyTransport}; a frame's way out is {@code
 * PeerLink}, {@code OutgoingStream}; its way in is {@code StreamFilter}, {@code IncomingStream}.
 * {@code TlsConnection} encrypts below both. Who may connect is decided by {@code Admission} and
 * {@code IncomingStreams}. Messages of membership share the port, see {@code
 * GrizzlyMembershipStreams}. Depends on transport, membership and security only, and knows nothing
 * of what is in a frame.
 */
@NullMarked
package org.holdfast.replication.transport.grizzly;

import org.jspecify.annotations.NullMarked;
