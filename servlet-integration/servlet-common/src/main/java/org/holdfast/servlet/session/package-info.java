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
 * What integrations share that bring sessions of the replication core to requests: it decides how
 * long a request keeps a session on its node, whether its response may go out, which attributes
 * stay on their node, and what an id and a node's name look like. Start reading at {@link
 * org.holdfast.servlet.session.UsedSessions}. Depends on the replication core's {@code session} and
 * {@code config} and on what {@code serialization} throws, on no container.
 */
@NullMarked
package org.holdfast.servlet.session;

import org.jspecify.annotations.NullMarked;
