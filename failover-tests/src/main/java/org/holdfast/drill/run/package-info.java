// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Runs a drill: a cluster under load, a scenario of faults, a verdict. Start reading at {@link
 * Drill}; {@link Play} keeps the schedule, {@link Aftermath} looks after what was done, {@link
 * Verdict} has the rules, and {@link Rulings} those on what nodes say of themselves. Reaches
 * clusters through {@link org.holdfast.drill.cluster.ClusterLauncher} alone, so that processes,
 * containers and clusters that run already are drilled by the same code; must not depend on how a
 * node is built.
 */
@NullMarked
package org.holdfast.drill.run;

import org.jspecify.annotations.NullMarked;
