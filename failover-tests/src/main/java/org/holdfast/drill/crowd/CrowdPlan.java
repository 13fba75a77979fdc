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

package org.holdfast.drill.crowd;

import java.time.Duration;
import java.util.List;
import org.holdfast.drill.load.ThinkTime;

/**
 * What a crowd does.
 *
 * @param users closed users; in the open model, how many requests can be in flight at most
 * @param pages the mix, at least one
 * @param thinkTime how long users think; in the open model only its distribution matters, that of
 *     the times between arrivals
 * @param thinkFrom from where think time is measured
 * @param requestsPerSecond arrivals of the open model; 0 for closed users
 * @param timeout how long a user waits for a connection, and for an answer
 * @param retryDelay shortest pause after a request that failed
 * @param sessionCookie name of the cookie whose suffix names the node
 * @param seed of think times, mix and failover; equal seeds draw equal numbers for each user,
 *     however many processes share them
 * @param share which users these are, if others drive the rest
 */
public record CrowdPlan(
    int users,
    List<Page> pages,
    ThinkTime thinkTime,
    ThinkFrom thinkFrom,
    double requestsPerSecond,
    Duration timeout,
    Duration retryDelay,
    String sessionCookie,
    long seed,
    CrowdShare share) {

  public CrowdPlan {
    pages = List.copyOf(pages);
    if (users < 1) {
      throw new IllegalArgumentException("users must be at least 1, was " + users);
    }
    if (pages.isEmpty()) {
      throw new IllegalArgumentException("a load needs at least one URL, was given none");
    }
    if (!(requestsPerSecond >= 0)) {
      throw new IllegalArgumentException(
          "requests per second must be at least 0, was " + requestsPerSecond);
    }
  }

  /** A crowd of one process. */
  public CrowdPlan(
      int users,
      List<Page> pages,
      ThinkTime thinkTime,
      ThinkFrom thinkFrom,
      double requestsPerSecond,
      Duration timeout,
      Duration retryDelay,
      String sessionCookie,
      long seed) {
    this(
        users,
        pages,
        thinkTime,
        thinkFrom,
        requestsPerSecond,
        timeout,
        retryDelay,
        sessionCookie,
        seed,
        CrowdShare.WHOLE);
  }

  /**
   * What falls to one of several processes: its users, and in the open model its part of the rate.
   *
   * @throws IllegalStateException if this is already a share
   */
  public CrowdPlan of(CrowdShare part) {
    if (!share.equals(CrowdShare.WHOLE)) {
      throw new IllegalStateException("a share cannot be shared again, was " + share);
    }
    return new CrowdPlan(
        part.of(users),
        pages,
        thinkTime,
        thinkFrom,
        requestsPerSecond / part.workers(),
        timeout,
        retryDelay,
        sessionCookie,
        seed,
        part);
  }

  /** Whether requests arrive at a rate of their own, however long answers take. */
  public boolean isOpen() {
    return requestsPerSecond > 0;
  }
}
