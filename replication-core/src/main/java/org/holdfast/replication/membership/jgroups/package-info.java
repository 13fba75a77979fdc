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
 * Group membership by JGroups: who joins, who left, who is believed dead. Decides how members find
 * each other, how long silence lasts before a member is given up, and how a JGroups view becomes a
 * {@code View}; carries no message of ours. Start reading at {@link JGroupsMembership}. The only
 * code that imports {@code org.jgroups}; must depend on nothing of ours but {@code membership}.
 */
@NullMarked
package org.holdfast.replication.membership.jgroups;

import org.jspecify.annotations.NullMarked;
