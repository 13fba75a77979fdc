// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Holdfast as a session manager of Tomcat: it decides which live object stands for which replicated
 * session, and what a request gets when its session is elsewhere. Start reading at {@link
 * org.holdfast.tomcat.HoldfastManager}. Depends on Catalina, on {@code org.holdfast.servlet} and,
 * of the replication core, on {@code session}, on {@code config} and on what {@code serialization}
 * throws and gives as the reason.
 */
@NullMarked
package org.holdfast.tomcat;

import org.jspecify.annotations.NullMarked;
