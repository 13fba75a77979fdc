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

package org.holdfast.drill.history;

import java.util.List;

/**
 * What a history shows of one user.
 *
 * @param user number of the user
 * @param answers answered updates, right or wrong
 * @param unprotectedAnswers of those, the ones whose answer said that it was not protected
 * @param failures attempts without an answer
 * @param lostUpdates answered updates that no later answer contains, the oldest first
 * @param violations answers that contradict earlier ones, in order of time
 */
public record UserFindings(
    int user,
    long answers,
    long unprotectedAnswers,
    long failures,
    List<Exchange> lostUpdates,
    List<Violation> violations) {

  public UserFindings {
    lostUpdates = List.copyOf(lostUpdates);
    violations = List.copyOf(violations);
  }

  /** Counts the violations of one kind. */
  public long count(Violation.Kind kind) {
    return violations.stream().filter(violation -> violation.kind() == kind).count();
  }

  /** Tells whether the user was never contradicted. */
  public boolean clean() {
    return lostUpdates.isEmpty() && violations.isEmpty();
  }
}
