// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What users do.
 *
 * @param users closed users, at least 1
 * @param path path and query every request asks for: a slash, then printable ASCII without spaces
 * @param failoverTimeout how long a user waits for a connection and an answer before it turns to
 *     another node
 * @param retryDelay how long a user waits after a 503, a wrong answer, or when every node failed it
 * @param seed of think times and failover choices; equal seeds draw equal numbers for each user
 * @param eagerEvery every how manieth user asks at once, without thinking to the end, when its idle
 *     connection is closed and its node refuses a new one; 0 for none
 * @param loginPercent of 100 requests of a user with a session, how many change the id of the
 *     session, as at a login, and how many end it, 0 to 25; the id that was given up is tried once
 *     more afterwards. Only the demo applications are asked for that; 0 with parallel requests, but
 *     for mixed users: what is under way while an id is given up may be answered either way
 * @param routing how the node of a request is chosen
 * @param parallel requests that a user has under way at once in its one session, as a page with
 *     frames, 1 to 8; one until its first answer that sets a cookie
 * @param expect what a right answer looks like; empty for the demo applications, which answer a
 *     line of their own
 * @param sessionCookie name of the cookie that names a session; the suffix after its last dot is a
 *     route
 * @param keepAlive longest pause for which a user keeps its connection open; before a longer one it
 *     closes it, as clients do that hold no pool. Sticky users of {@code eagerEvery} keep theirs:
 *     it is what they watch. {@link #ALWAYS} outlasts every pause
 * @param slow which requests of the demo applications take long; empty if none does
 */
public record LoadSettings(
    int users,
    String path,
    ThinkTime thinkTime,
    Duration failoverTimeout,
    Duration retryDelay,
    long seed,
    int eagerEvery,
    int loginPercent,
    Routing routing,
    int parallel,
    Optional<AnswerPattern> expect,
    String sessionCookie,
    Duration keepAlive,
    Optional<SlowRequests> slow) {
  /** Longer than the longest think time. */
  public static final Duration ALWAYS = Duration.ofHours(1);

  private static final int MAX_PARALLEL = 8;
  private static final Pattern PATH = Pattern.compile("/[!-~]*");

  public LoadSettings {
    if (users < 1) {
      throw new IllegalArgumentException("users must be at least 1, was " + users);
    }
    if (loginPercent < 0 || loginPercent > 25) {
      throw new IllegalArgumentException(
          "logins in percent must be between 0 and 25, was " + loginPercent);
    }
    if (parallel < 1 || parallel > MAX_PARALLEL) {
      throw new IllegalArgumentException(
          "parallel requests must be between 1 and " + MAX_PARALLEL + ", were " + parallel);
    }
    if (parallel > 1
        && loginPercent > 0
        && expect.isEmpty()
        && !path.equals(MixedConversation.PATH)) {
      throw new IllegalArgumentException(
          "users that send "
              + parallel
              + " requests at once cannot log in and out: logins in percent must be 0, was "
              + loginPercent);
    }
    if (!PATH.matcher(path).matches()) {
      throw new IllegalArgumentException(
          "path must be a slash and printable ASCII without spaces, was \"" + path + "\"");
    }
    requirePositive("failoverTimeout", failoverTimeout);
    requirePositive("retryDelay", retryDelay);
    if (keepAlive.isNegative()) {
      throw new IllegalArgumentException(
          "keepAlive must not be below 0 ms, was " + keepAlive.toMillis() + " ms");
    }
  }

  /** Settings of sticky users of the demo application with one request at a time. */
  public LoadSettings(
      int users,
      String path,
      ThinkTime thinkTime,
      Duration failoverTimeout,
      Duration retryDelay,
      long seed,
      int eagerEvery,
      int loginPercent) {
    this(
        users,
        path,
        thinkTime,
        failoverTimeout,
        retryDelay,
        seed,
        eagerEvery,
        loginPercent,
        Routing.STICKY,
        1,
        Optional.empty(),
        SessionCookie.USUAL_NAME,
        ALWAYS,
        Optional.empty());
  }

  /** Whether users change attributes, as {@code MixedConversation} says, and no counter. */
  public boolean isMixed() {
    return path.equals(MixedConversation.PATH) && expect.isEmpty();
  }

  /** Returns the same with another way to choose nodes. */
  public LoadSettings withRouting(Routing other) {
    return with(path, seed, other, parallel, expect, sessionCookie, keepAlive, slow);
  }

  /** Returns the same with another number of requests at once. */
  public LoadSettings withParallel(int other) {
    return with(path, seed, routing, other, expect, sessionCookie, keepAlive, slow);
  }

  /** Returns the same for an application of the user's own. */
  public LoadSettings withExpect(AnswerPattern pattern) {
    return with(
        path, seed, routing, parallel, Optional.of(pattern), sessionCookie, keepAlive, slow);
  }

  /** Returns the same where the session has another cookie. */
  public LoadSettings withSessionCookie(String name) {
    return with(path, seed, routing, parallel, expect, name, keepAlive, slow);
  }

  /** Returns the same with connections that are kept for other pauses. */
  public LoadSettings withKeepAlive(Duration other) {
    return with(path, seed, routing, parallel, expect, sessionCookie, other, slow);
  }

  /** Returns the same with other requests that take long. */
  public LoadSettings withSlow(Optional<SlowRequests> other) {
    return with(path, seed, routing, parallel, expect, sessionCookie, keepAlive, other);
  }

  /** Returns the same with another seed. */
  public LoadSettings withSeed(long other) {
    return with(path, other, routing, parallel, expect, sessionCookie, keepAlive, slow);
  }

  private LoadSettings with(
      String target,
      long newSeed,
      Routing newRouting,
      int lanes,
      Optional<AnswerPattern> pattern,
      String cookie,
      Duration kept,
      Optional<SlowRequests> held) {
    return new LoadSettings(
        users,
        target,
        thinkTime,
        failoverTimeout,
        retryDelay,
        newSeed,
        eagerEvery,
        loginPercent,
        newRouting,
        lanes,
        pattern,
        cookie,
        kept,
        held);
  }

  /**
   * How many connections stay open whatever their users do.
   *
   * @param nodes that a user may ask
   */
  public long keptConnections(int nodes) {
    boolean sticky = routing == Routing.STICKY;
    if (keepAlive.compareTo(thinkTime.longest()) >= 0) {
      return (long) users * parallel * (sticky ? 1 : nodes);
    }
    return eagerEvery == 0 || !sticky ? 0 : (long) (users + eagerEvery - 1) / eagerEvery * parallel;
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(
          name + " must be above 0 ms, was " + value.toMillis() + " ms");
    }
  }

  /** The same with the number of {@code user} in the path, where that asks for it. */
  LoadSettings forUser(int user) {
    String own = UserPaths.of(path, user);
    return own.equals(path)
        ? this
        : with(own, seed, routing, parallel, expect, sessionCookie, keepAlive, slow);
  }
}
