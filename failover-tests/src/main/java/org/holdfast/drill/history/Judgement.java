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

/** How an outcome fits what its user was answered before. */
public enum Judgement {
  /** Contains every answered update and nothing that nobody sent. */
  RIGHT,
  /** There was no answer to judge. */
  NO_ANSWER,
  /** Older than the last answer: at least one answered update is not in it. */
  BEHIND,
  /** The same value as the last answer: two updates were given one number. */
  REPEATED,
  /** Another session, or one that started again, where the user had one already. */
  RESET,
  /** Ahead of what was expected because updates that had seemed lost are back. */
  RETURNED,
  /** Ahead of everything the user can have caused. */
  CONTRADICTED
}
