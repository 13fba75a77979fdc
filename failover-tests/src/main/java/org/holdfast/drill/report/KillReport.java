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
 * What the death of a node did. Times are in milliseconds.
 *
 * @param victim node that was killed
 * @param usersOnVictim users whose session lived there
 * @param movedSessions of those, sessions that went on elsewhere with everything in them
 * @param usersWithoutRightAnswer of all users, those never answered rightly after the kill
 * @param usersOverBound of all users, those who waited longer for that than the recovery bound
 * @param viewChangeFirstMillis from the kill to the first survivor's view without the victim; null
 *     if no survivor showed one
 * @param viewChangeAllMillis the same for the last survivor; null if one never showed it
 * @param settledMillis from the kill to all survivors settled and no session degraded; null if not
 *     seen before the drill ended
 * @param firstRightAnswer from the kill to the first right answer of each user of the victim; holds
 *     the users' think time
 * @param turnedAtOnce the same for the users who turned to another node at once
 * @param waited from asking, or the kill if later, to the first right answer; over all users
 */
public record KillReport(
    String victim,
    int usersOnVictim,
    int movedSessions,
    int usersWithoutRightAnswer,
    int usersOverBound,
    @Nullable Double viewChangeFirstMillis,
    @Nullable Double viewChangeAllMillis,
    @Nullable Double settledMillis,
    Quantiles firstRightAnswer,
    Quantiles turnedAtOnce,
    Quantiles waited) {}
