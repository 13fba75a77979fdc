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
 * What an integration calls: nodes, applications and sessions with their live attributes. Decides
 * what of a session changed and when a response may leave. Start reading at {@link
 * org.holdfast.replication.session.SessionReplicator}. {@link
 * org.holdfast.replication.session.ReplicationNode} is the one place that puts JGroups, Grizzly and
 * Kryo together. Knows nothing of servlets.
 */
@NullMarked
package org.holdfast.replication.session;

import org.jspecify.annotations.NullMarked;
