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

package org.holdfast.drill.run;

import java.util.Locale;

/** What each request does to its session. */
public enum Workload {
  /** Counts up one Integer attribute. */
  COUNTER,
  /** Changes a cart of about 4 KB. */
  CART,
  /** Changes one of 40 attributes that make 40 KB. */
  PROFILE;

  /** Path of the demo application that does it. */
  public String path() {
    return "/" + this;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
