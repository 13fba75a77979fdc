// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Decides which programs may talk to the port of a node, and with which keys. It loads the files,
 * makes TLS engines, and says for which member a certificate may speak. Start reading at {@link
 * org.holdfast.replication.security.PeerSecurity}. Opens no connection; all cryptography is the
 * JDK's.
 */
@NullMarked
package org.holdfast.replication.security;

import org.jspecify.annotations.NullMarked;
