// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

/**
 * The ids that users gave up; what came of trying them again counts among the answers.
 *
 * @param logins changes of the id of a session
 * @param loginsLost of those asked for besides, the ones whose answer was lost, so that their user
 *     began a new session
 * @param logouts sessions that users ended
 * @param tried ids given up by either that were sent once more afterwards, and answered
 */
public record FormerIdsReport(long logins, long loginsLost, long logouts, long tried) {}
