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

/** How often an encoded attribute is read back and compared with the value. */
public enum Verification {
  /**
   * The first value of each class, and what is known to need it each time. Costs nothing once the
   * classes of an application have been seen; the default.
   */
  FIRST_SIGHT,
  /**
   * Every write. Finds values of a class that do not survive although others did; costs several
   * times the encoding. For test environments.
   */
  EVERY_WRITE
}
