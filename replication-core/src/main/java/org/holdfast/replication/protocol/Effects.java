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

/**
 * Callbacks that came up while a session's lock was held, to be run after it is released. Confined
 * to one thread.
 */
final class Effects {
  /** Most calls have none. */
  private List<Runnable> callbacks = List.of();

  void later(Runnable callback) {
    if (callbacks.isEmpty()) {
      callbacks = new ArrayList<>(2);
    }
    callbacks.add(callback);
  }

  void run() {
    if (callbacks.isEmpty()) {
      return;
    }
    Attempts attempts = new Attempts();
    callbacks.forEach(attempts::attempt);
    attempts.rethrow();
  }
}
