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

package org.holdfast.replication.config;

/** What becomes of a response whose session cannot be protected. */
public enum DegradedPolicy {
  /** It goes out, counted as degraded: the session lives on its primary alone for now. */
  CONTINUE,
  /**
   * It is refused (503, Retry-After), before the application runs if that is known by then: no
   * answer without protection, and no service without a secondary.
   */
  FAIL,
  /**
   * It waits for protection, for at most the degraded wait; then it is refused. The application has
   * run by then.
   */
  WAIT
}
