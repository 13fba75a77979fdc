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

package org.holdfast.drill.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Checks as they are made, in the order in which they will be told. Not thread-safe. */
final class Checks {
  private final List<Check> checks = new ArrayList<>();

  void add(String name, Check.Kind kind, boolean passed, String words, Object... arguments) {
    checks.add(new Check(name, kind, passed, String.format(Locale.ROOT, words, arguments)));
  }

  List<Check> all() {
    return List.copyOf(checks);
  }
}
