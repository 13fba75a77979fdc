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

import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Shrinks a plan that fails, so that this can be done from outside the protocol's class loader.
 * Takes the plan as text; returns two lines, the smallest plan and what it breaks, or nothing if
 * the plan breaks nothing.
 */
public final class ShrunkRuns implements UnaryOperator<String> {

  @Override
  public String apply(String text) {
    Plan plan = Plan.parse(text);
    Violation violation = Violation.of(plan);
    if (violation == null) {
      return "";
    }
    Plan smallest = new Shrinker(plan, violation, TimeUnit.SECONDS.toNanos(60)).shrink();
    return smallest + "\n" + violation.kind();
  }
}
