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

package org.holdfast.drill.stage;

/**
 * One question asked of a stage.
 *
 * @param name stable, for programs
 * @param kind what a no means
 * @param passed whether the answer is yes
 * @param words the figure and its bound, for people
 */
public record Check(String name, Kind kind, boolean passed, String words) {

  /** What it means that a check did not pass; the first kind that has one decides. */
  public enum Kind {
    /** Requests failed or updates were lost: true however well the load was driven. */
    ERRORS,
    /** The stage measured something else than what was asked for: its times do not count. */
    VALIDITY,
    /** Responses took longer than allowed. */
    BOUND
  }
}
