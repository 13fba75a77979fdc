// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
