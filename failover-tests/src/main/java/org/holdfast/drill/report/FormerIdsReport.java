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
