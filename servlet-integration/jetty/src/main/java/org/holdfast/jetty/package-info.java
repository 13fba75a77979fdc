// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The replicated sessions of Jetty 12. Jetty's own session handler stays: this is its {@link
 * org.eclipse.jetty.session.SessionCache}, with sessions that live on one node at a time, and a
 * stream wrapper. The wrapper holds each response back until the sessions that it depends on are in
 * the cluster.
 *
 * <p>Start reading at {@link org.holdfast.jetty.HoldfastJetty}, then {@link
 * org.holdfast.jetty.JettySessions}. Knows Jetty's core alone, neither the Servlet API nor an
 * environment such as ee10: in Jetty's distribution those are out of its sight. Must work with 12.0
 * as with 12.1.
 */
@NullMarked
package org.holdfast.jetty;

import org.jspecify.annotations.NullMarked;
