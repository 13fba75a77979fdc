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

package org.holdfast.replication.serialization.jdk;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An object in a stream, as {@link StreamShape} sees it: what it will be hashed for. */
final class StreamNode {
  private int @Nullable [] containers;
  private int suspect;

  /** Numbers of the hash containers that it is a key of, one per use as a key. */
  int[] containers() {
    return containers == null ? new int[0] : containers;
  }

  /** Times that the class of an application reads this object by itself, and may hash it. */
  int suspect() {
    return suspect;
  }

  void keyOf(int container) {
    int uses = containers == null ? 0 : containers.length;
    containers = containers == null ? new int[1] : Arrays.copyOf(containers, uses + 1);
    containers[uses] = container;
  }

  void readByApplication() {
    suspect++;
  }
}
