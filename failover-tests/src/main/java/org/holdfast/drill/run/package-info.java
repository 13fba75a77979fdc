/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
