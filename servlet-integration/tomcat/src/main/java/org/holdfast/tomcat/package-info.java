// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The session manager of Holdfast for Tomcat. It decides which live object belongs to which
 * replicated session, and how Tomcat answers a request whose session is on another node. Start
 * reading at {@link org.holdfast.tomcat.HoldfastManager}. Depends on Catalina, on {@code
 * org.holdfast.servlet} and, of the replication core, on {@code session}, on {@code config} and on
 * the exceptions of {@code serialization} and their reasons.
 */
@NullMarked
package org.holdfast.tomcat;

import org.jspecify.annotations.NullMarked;
