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

package org.holdfast.drill.plan;

import org.holdfast.drill.run.AckMode;
import org.holdfast.drill.run.Scope;

/**
 * One cluster whose capacity is searched.
 *
 * @param name in reports, different from every other's
 * @param nodes how many it has
 * @param manager who keeps its sessions
 * @param scope what travels with an update, for Holdfast
 * @param ack whether responses wait for copies
 */
record Contender(String name, int nodes, Manager manager, Scope scope, AckMode ack) {}
