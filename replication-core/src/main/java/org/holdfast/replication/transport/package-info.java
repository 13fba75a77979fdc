// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Carries frames between members: one ordered stream per direction and peer. Knows nothing of
 * sessions. Start reading at {@link Transport}. Depends on membership only; Grizzly is imported in
 * {@code transport.grizzly} alone.
 */
@NullMarked
package org.holdfast.replication.transport;

import org.jspecify.annotations.NullMarked;
