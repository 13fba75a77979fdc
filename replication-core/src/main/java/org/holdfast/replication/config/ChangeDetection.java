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

/** How a changed attribute is noticed. */
public enum ChangeDetection {
  /**
   * Only {@code setAttribute} and {@code removeAttribute} count. The cheapest; relies on the
   * application.
   */
  ON_SET,
  /**
   * A mutable attribute that was read is encoded again at the end of the request and travels if its
   * bytes differ. Costs one encoding of what a request touched; the default.
   */
  ON_GET,
  /**
   * Every mutable attribute that was ever decoded here is compared. For applications that keep
   * references across requests.
   */
  ALL
}
