// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The words of the protocol, which all its parts and its users share: the messages of members
 * ({@link Message}), the copies of sessions ({@link Copy}, {@link Label}), and the ports to the
 * network and to the session layer. Start reading at {@link Message}, then at {@code Replica} in
 * the package {@code replica}. The parts are pure: time, network and randomness are handed in, so
 * the same code runs in production and under the simulator. The words must not depend on any of the
 * parts.
 */
@NullMarked
package org.holdfast.replication.protocol;

import org.jspecify.annotations.NullMarked;
