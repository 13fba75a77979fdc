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

package org.holdfast.contract;

/**
 * A point of the contract that an integration cannot hold. Its tests are reported as skipped, and
 * the document of the integration has to list it.
 *
 * @param point {@code Topic.test} or {@code Topic} alone, for instance {@code
 *     Response.holdsAFlushBack}: names of a nested class of {@link HttpSessionContract} and of a
 *     method in it
 * @param reason why it cannot be held, in a sentence for users
 */
public record Exemption(String point, String reason) {
  public Exemption {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("exemption of " + point + " must have a reason, had none");
    }
  }

  boolean covers(String topic, String test) {
    return point.equals(topic) || point.equals(topic + "." + test);
  }
}
