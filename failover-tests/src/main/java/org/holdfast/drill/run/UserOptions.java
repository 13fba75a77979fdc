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

package org.holdfast.drill.run;

import java.time.Duration;
import org.holdfast.drill.load.ThinkTime;
import picocli.CommandLine.Option;

/** The options that say what the users of a drill do. */
final class UserOptions {
  @Option(
      names = "--workload",
      paramLabel = "WHAT",
      defaultValue = "counter",
      description =
          "What a request changes: ${COMPLETION-CANDIDATES} (an Integer, 4 KB, one of 40"
              + " attributes of 1 KB; default: ${DEFAULT-VALUE}).")
  private Workload workload = Workload.COUNTER;

  @Option(
      names = "--think-ms",
      paramLabel = "MS",
      defaultValue = "500",
      description =
          "Mean think time between an answer and the next request in ms, 0 to 600000 (default:"
              + " ${DEFAULT-VALUE}).")
  private long thinkMillis;

  @Option(
      names = "--think",
      paramLabel = "DISTRIBUTION",
      defaultValue = "exponential",
      description =
          "How think times scatter: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private ThinkTime.Distribution think = ThinkTime.Distribution.EXPONENTIAL;

  @Option(
      names = "--logins",
      paramLabel = "PERCENT",
      defaultValue = "2",
      description =
          "Of 100 requests of a user, how many log in (the session gets another id) and how many"
              + " log out (it ends), 0 to 25; each id given up is sent once more a while later and"
              + " must not be served (default: ${DEFAULT-VALUE}).")
  private int loginPercent;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of think times, logins and failover choices (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = {"--failover-timeout", "--failover-timeout-ms"},
      paramLabel = "MS",
      defaultValue = "1000",
      description =
          "How long a user waits for an answer before it turns to another node, in ms, 1 to 600000"
              + " (default: ${DEFAULT-VALUE}).")
  private long failoverTimeoutMillis;

  @Option(
      names = "--warm-up-ms",
      paramLabel = "MS",
      defaultValue = "8000",
      description =
          "Longest wait for steady response times before measuring, in ms, 0 to 600000 (default:"
              + " ${DEFAULT-VALUE}).")
  private long warmUpMillis;

  /**
   * @throws IllegalArgumentException if it is out of its range
   */
  Duration maxWarmUp() {
    if (warmUpMillis < 0 || warmUpMillis > 600_000) {
      throw new IllegalArgumentException(
          "--warm-up-ms must be between 0 and 600000, was " + warmUpMillis);
    }
    return Duration.ofMillis(warmUpMillis);
  }

  Workload workload() {
    return workload;
  }

  ThinkTime thinkTime() {
    return new ThinkTime(think, Duration.ofMillis(thinkMillis));
  }

  long seed() {
    return seed;
  }

  Duration failoverTimeout() {
    return Duration.ofMillis(failoverTimeoutMillis);
  }

  int loginPercent() {
    return loginPercent;
  }
}
