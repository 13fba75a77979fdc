// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Notes what happened when in a drill, interval by interval: what users saw, what each node said of
 * itself, and what was done to the cluster. Start reading at {@link
 * org.holdfast.drill.timeline.TimelineRecorder}. Watches only; must not depend on how a drill is
 * run, nor on scenarios and faults.
 */
@NullMarked
package org.holdfast.drill.timeline;

import org.jspecify.annotations.NullMarked;
