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

import java.util.List;

/**
 * The processes that drove a stage together.
 *
 * @param processes how many were to, at least 1
 * @param lost those that did not to the end, each with what became of it, in words
 * @param busiest names of those on the machine with the largest share of its processors in use
 */
public record DriverCrew(int processes, List<String> lost, List<String> busiest) {
  /** One process that drove alone. */
  public static final DriverCrew ALONE = new DriverCrew(1, List.of(), List.of());

  public DriverCrew {
    lost = List.copyOf(lost);
    busiest = List.copyOf(busiest);
  }

  public boolean isAlone() {
    return processes == 1;
  }
}
