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

package org.holdfast.replication.serialization.codec;

import org.jspecify.annotations.Nullable;

/**
 * Inside the codecs, never out of them: an object in the graph cannot be replicated. Turned into a
 * message with the path by the codec.
 */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient @Nullable Object culprit;

  /**
   * @param culprit the object to find the path of, compared by identity
   * @param reason continues a sentence that begins with the culprit's class
   */
  public Refusal(@Nullable Object culprit, String reason) {
    super(reason, null, false, false);
    this.culprit = culprit;
  }

  public @Nullable Object culprit() {
    return culprit;
  }

  public String reason() {
    return String.valueOf(getMessage());
  }
}
