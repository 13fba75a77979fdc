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

import java.nio.charset.StandardCharsets;

/**
 * A setting that must not be told: its text is in nothing that this object is printed into.
 *
 * @param text as it was given
 */
public record Secret(String text) {
  /** Nothing was set. */
  public static final Secret NONE = new Secret("");

  /** Whether anything was set. */
  public boolean isSet() {
    return !text.isEmpty();
  }

  public byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return isSet() ? "(set)" : "(not set)";
  }
}
