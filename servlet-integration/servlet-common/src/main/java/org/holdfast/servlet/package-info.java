// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The classes that every servlet integration shares: they decide when a response may be committed.
 * Start reading at {@link org.holdfast.servlet.CommitGuardedResponse}. Depends on the Servlet API
 * alone, neither on a container nor on the replication core.
 */
@NullMarked
package org.holdfast.servlet;

import org.jspecify.annotations.NullMarked;
