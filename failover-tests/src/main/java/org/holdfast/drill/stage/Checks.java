// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
