// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/** The status of a node, for the programs that watch it over HTTP. Knows nothing of sessions. */
@NullMarked
package org.holdfast.replication.status;

import org.jspecify.annotations.NullMarked;
