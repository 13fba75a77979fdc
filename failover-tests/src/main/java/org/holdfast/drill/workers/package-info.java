// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Who drives a crowd: this process, or several that work together. Start reading at {@link
 * Drivers}: {@link LocalDrivers} drives in this process, {@link WorkerCrew} has others do it, and
 * {@link Worker} is one of these. They find each other and talk over JGroups, in bounded letters of
 * JSON ({@link Letter}); nothing is ever deserialized. Must not depend on verdicts or reports.
 */
@NullMarked
package org.holdfast.drill.workers;

import org.jspecify.annotations.NullMarked;
