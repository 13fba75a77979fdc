// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The verb {@code threads}: reads thread dumps of files and of running JVMs, and says what the
 * threads do and which locks block them. A library for other verbs as well: {@link
 * org.holdfast.drill.threads.ThreadDumps} makes text an immutable model, {@link
 * org.holdfast.drill.threads.ThreadSummary} counts it, {@link
 * org.holdfast.drill.threads.ThreadReport} words it. Start reading at {@link
 * org.holdfast.drill.threads.ThreadDump}. Knows nothing of clusters and drills.
 */
@NullMarked
package org.holdfast.drill.threads;

import org.jspecify.annotations.NullMarked;
