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

package org.holdfast.replication.session;

import org.jspecify.annotations.Nullable;

/**
 * What a response may claim, and of which state.
 *
 * @param state epoch and version that the outcome is of, as in {@code 3/node-1/1763740800/17}: the
 *     epoch's counter, the member that minted it and its incarnation, then the version. Null if
 *     there is none, as when the session was fenced or ended before the cluster knew it
 */
public record CommittedState(CommitOutcome outcome, @Nullable String state) {}
