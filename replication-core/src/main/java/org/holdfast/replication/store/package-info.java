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
 * A replicated store for whatever is not an HTTP session: entries under chosen names, with the
 * guarantees that sessions have. Decides what a version is, who of several writers wins, and what a
 * caller is told when an answer cannot be vouched for. Start reading at {@link
 * org.holdfast.replication.store.ReplicatedStore}. Stands on the session package alone and knows
 * nothing of the protocol.
 */
@NullMarked
package org.holdfast.replication.store;

import org.jspecify.annotations.NullMarked;
