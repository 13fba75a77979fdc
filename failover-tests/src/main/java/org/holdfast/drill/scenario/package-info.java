// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a drill plays: a schedule of things that are done to a cluster, and what is expected of it.
 * Start reading at {@link Scenario}; {@link ScenarioFile} reads one, {@link ScenarioLibrary} has
 * those that come along. Pure but for reading files; knows nodes by how they are chosen only, and
 * must not depend on clusters, loads or verdicts.
 */
@NullMarked
package org.holdfast.drill.scenario;

import org.jspecify.annotations.NullMarked;
