// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import java.time.Duration;
import java.util.List;
import org.holdfast.drill.load.ThinkTime;

/**
 * What a crowd does.
 *
 * @param users closed users of all processes; in the open model, how many requests can be in flight
 *     at most
 * @param pages the mix, at least one
 * @param thinkTime how long users think; in the open model only its distribution matters, that of
 *     the times between arrivals
 * @param thinkFrom from where think time is measured
 * @param requestsPerSecond arrivals of the open model, of all processes; 0 for closed users
 * @param timeout how long a user waits for a connection, and for an answer
 * @param retryDelay shortest pause after a request that failed
 * @param sessionCookie name of the cookie whose suffix names the node
 * @param seed of think times, mix and failover; equal seeds draw equal numbers for each user,
 *     however many processes share them
 * @param share which of the users this process drives, if others drive the rest
 * @param followCounters in which answers a counter is looked for
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
    CrowdShare share,
    FollowCounters followCounters) {

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

  /** Requests a second at most, of all processes together; infinite without think time. */
  public double mostRequestsPerSecond() {
    return requestsPerSecond > 0 ? requestsPerSecond : users / (thinkTime.mean().toNanos() / 1e9);
  }

  /** A crowd of one process that follows the counter of its page, if there is but one. */
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
        CrowdShare.WHOLE,
        FollowCounters.AUTO);
  }

  /** The same crowd, of which one process drives {@code part}. */
  public CrowdPlan sharedAs(CrowdShare part) {
    return new CrowdPlan(
        users,
        pages,
        thinkTime,
        thinkFrom,
        requestsPerSecond,
        timeout,
        retryDelay,
        sessionCookie,
        seed,
        part,
        followCounters);
  }

  /** The same crowd, which follows other counters. */
  public CrowdPlan following(FollowCounters counters) {
    return new CrowdPlan(
        users,
        pages,
        thinkTime,
        thinkFrom,
        requestsPerSecond,
        timeout,
        retryDelay,
        sessionCookie,
        seed,
        share,
        counters);
  }

  /** Whether answers are looked through for counters: of several pages only if asked for. */
  public boolean followsCounters() {
    return switch (followCounters) {
      case AUTO -> pages.size() == 1;
      case EACH -> true;
      case NONE -> false;
    };
  }

  /** Users that fall to this process. */
  int ownUsers() {
    return share.of(users);
  }

  /** The part of the open model's rate that falls to this process. */
  double ownRequestsPerSecond() {
    return requestsPerSecond / share.workers();
  }

  /** Whether requests arrive at a rate of their own, however long answers take. */
  public boolean isOpen() {
    return requestsPerSecond > 0;
  }
}
