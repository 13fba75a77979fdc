// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The members, as one of them sees them: which views still matter, who answers, whether this member
 * may serve, and which members should hold a session. Start reading at {@link Cluster}, then {@link
 * Views}, and {@link ViewExchange} for the reports of members to each other. Must not depend on
 * sessions, nor on the code that serves, looks for or repairs them.
 */
@NullMarked
package org.holdfast.replication.protocol.views;

import org.jspecify.annotations.NullMarked;
