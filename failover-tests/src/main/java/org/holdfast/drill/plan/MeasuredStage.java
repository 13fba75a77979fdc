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

package org.holdfast.drill.plan;

import java.util.List;
import org.holdfast.drill.capacity.StageResult;
import org.holdfast.drill.loadrun.LoadReport;
import org.holdfast.drill.usage.NodeUse;

/**
 * A stage with all that was measured of it.
 *
 * @param purpose why it was run, for people
 * @param report of the load
 * @param use of each node, in their order
 * @param result what the search is told
 */
record MeasuredStage(String purpose, LoadReport report, List<NodeUse> use, StageResult result) {

  MeasuredStage {
    use = List.copyOf(use);
  }
}
