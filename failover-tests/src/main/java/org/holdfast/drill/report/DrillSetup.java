// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
