// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Decides how often a line may be logged that another process can cause. Start reading at {@link
 * org.holdfast.replication.logging.RareLines}. Knows no other package of ours.
 */
@NullMarked
package org.holdfast.replication.logging;

import org.jspecify.annotations.NullMarked;
