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
 * The replica state machine: which copy of a session a member holds, who may serve it, and what
 * must be acknowledged before an answer counts as protected. Pure: time, network and randomness are
 * handed in, so the same code runs in production and under the simulator. Start reading at {@link
 * Replica}, then {@code SessionState}. Depends on membership, placement and metrics only.
 */
@NullMarked
package org.holdfast.replication.protocol;

import org.jspecify.annotations.NullMarked;
