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

package org.holdfast.drill.crowd;

import org.holdfast.drill.load.RequestBody;

/**
 * One request of the mix.
 *
 * @param target path and query
 * @param body what is sent with POST; none for GET
 * @param weight share of the mix, in proportion to the others', at least 1
 */
public record Page(String target, RequestBody body, int weight) {
  public Page {
    if (!target.startsWith("/")) {
      throw new IllegalArgumentException(
          "the path of a page must begin with a slash, was " + target);
    }
    if (weight < 1) {
      throw new IllegalArgumentException(
          "the weight of " + target + " must be at least 1, was " + weight);
    }
  }
}
