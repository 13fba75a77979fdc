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
 * What a drill plays: a schedule of things that are done to a cluster, and what is expected of it.
 * Start reading at {@link Scenario}; {@link ScenarioFile} reads one, {@link ScenarioLibrary} has
 * those that come along. Pure but for reading files; knows nodes by how they are chosen only, and
 * must not depend on clusters, loads or verdicts.
 */
@NullMarked
package org.holdfast.drill.scenario;

import org.jspecify.annotations.NullMarked;
