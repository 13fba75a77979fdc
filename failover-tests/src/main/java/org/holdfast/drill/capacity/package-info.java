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
 * Decides how many users a cluster sustains, what limits it, and what it would do with other
 * numbers of users or nodes. Pure: no I/O, no clock, no threads, no randomness; whoever drives the
 * load hands in what was measured. Start reading at {@link CapacitySearch}, then {@link ClosedMva}.
 * Must not depend on how load is driven or how a cluster is run.
 *
 * <p>Times are seconds, shares and utilisations 0 to 1. What is computed, from which sources and
 * under which assumptions is in {@code docs/capacity-model.md}.
 */
@NullMarked
package org.holdfast.drill.capacity;

import org.jspecify.annotations.NullMarked;
