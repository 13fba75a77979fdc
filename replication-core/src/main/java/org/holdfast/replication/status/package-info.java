// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/** What a node says of itself to whoever watches it, over HTTP. Knows nothing of sessions. */
@NullMarked
package org.holdfast.replication.status;

import org.jspecify.annotations.NullMarked;
