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

package org.holdfast.drill.loadrun;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.stage.Bound;

/**
 * One run of load: all that {@link LoadStage} needs to know.
 *
 * @param crowd what users do
 * @param targets whom they ask
 * @param maxWarmUp longest wait for steady response times
 * @param countUrls where the servers tell how many requests they served; none if nobody asks
 * @param workers processes that drive the users together, 1 to 64; 1 is this process alone
 */
public record LoadPlan(
    CrowdPlan crowd,
    List<Target> targets,
    StageTimes times,
    Duration maxWarmUp,
    Bound bound,
    List<URI> countUrls,
    int workers) {
  /** Most processes that drive together. */
  public static final int MOST_WORKERS = 64;

  public LoadPlan {
    if (workers < 1 || workers > MOST_WORKERS) {
      throw new IllegalArgumentException(
          "workers must be between 1 and " + MOST_WORKERS + ", was " + workers);
    }
    if (workers > crowd.users()) {
      throw new IllegalArgumentException(
          "workers must be at most the " + crowd.users() + " users they share, was " + workers);
    }
    targets = List.copyOf(targets);
    countUrls = List.copyOf(countUrls);
  }
}
