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

package org.holdfast.replication.protocol;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Callbacks that came up while a session's lock was held, to be run after it is released. Confined
 * to one thread.
 */
final class Effects {
  /** Most calls have none, or this one alone. */
  private @Nullable Runnable first;

  private List<Runnable> others = List.of();

  void later(Runnable callback) {
    if (first == null) {
      first = callback;
      return;
    }
    if (others.isEmpty()) {
      others = new ArrayList<>(2);
    }
    others.add(callback);
  }

  void run() {
    if (first == null) {
      return;
    }
    if (others.isEmpty()) {
      first.run();
      return;
    }
    Attempts attempts = new Attempts();
    attempts.attempt(first);
    others.forEach(attempts::attempt);
    attempts.rethrow();
  }
}
