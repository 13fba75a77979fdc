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

package org.holdfast.drill.report;

import org.jspecify.annotations.Nullable;

/**
 * What was asked of the drill.
 *
 * @param replication whether copies were asked for at all
 * @param loginPercent of 100 requests, how many changed the id of the session and how many ended it
 * @param counted whether answers show a counter of the session; without one it is only seen whether
 *     a session is gone
 * @param routing {@code sticky} or {@code round-robin}
 * @param parallel requests that a user has under way at once
 * @param sessionCookie name of the cookie that names a session
 * @param keepAliveMillis longest pause for which users keep their connections; null for any
 * @param maxErrors failed attempts that the verdict allows, after the warm-up; null for any number
 */
public record DrillSetup(
    int nodes,
    int users,
    boolean replication,
    String ack,
    String scope,
    int secondaries,
    String workload,
    String thinkDistribution,
    long thinkMillis,
    long seed,
    long failoverTimeoutMillis,
    long recoveryBoundMillis,
    long asyncWindowMillis,
    @Nullable Long maxErrors,
    int loginPercent,
    boolean counted,
    String routing,
    int parallel,
    String sessionCookie,
    @Nullable Long keepAliveMillis) {}
