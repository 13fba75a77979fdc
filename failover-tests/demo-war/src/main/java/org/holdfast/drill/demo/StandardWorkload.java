// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import java.time.Duration;

/**
 * The workloads that this application serves, under the names by which measurements ask for them,
 * with the load that each is meant for. What they do, where they come from and how large their
 * sessions are: {@code docs/workloads.md}.
 */
public enum StandardWorkload {
  /** What a request costs without any session. */
  HELLO_SERVLET(
      "/hello-servlet", 2_000, 1_000, Answer.PAGE, "four lines of HTML, a counter for all clients"),
  /** What a page adds to that. */
  HELLO_BEAN_JSP(
      "/hello-bean-jsp", 2_000, 1_000, Answer.PAGE, "fills a bean and forwards to a JSP"),
  /** What the smallest session costs. */
  HELLO_SESSIONS(
      "/hello-sessions", 2_000, 1_000, Answer.LINE, "counts in a session attribute, an Integer"),
  /** A session that the application changes without telling the container. */
  CART("/cart", 200, 500, Answer.LINE, "changes a cart of 4 KB in place"),
  /** A session of which each request changes a small part. */
  BIG_SESSION("/big-session", 200, 500, Answer.LINE, "replaces one of 40 attributes of 1 KB"),
  /** The same sessions hit again and again, by few clients. */
  SESSION_VALIDATION(
      "/session-validation",
      100,
      50,
      Answer.LINE,
      "refuses a session that is lost or another client's, and counts in it"),
  /**
   * The server alone. Its account knew no think time, but users who do not think leave a search for
   * users nothing to find: one of them keeps a CPU over any cap.
   */
  PING("/ping", 30, 1_000, Answer.PAGE, "answers one word"),
  /** What ClusterBench serves at its default path, so that plans fit its deployments too. */
  CLUSTERBENCH(
      "/clusterbench/session",
      200,
      500,
      Answer.SERIAL,
      "counts from 0 in an attribute with 4 KB of cargo, as ClusterBench does");

  /** How an answer tells the count of its session. */
  public enum Answer {
    /** {@code counter=N session=FINGERPRINT node=NAME new=true|false}; the first N is 1. */
    LINE,
    /** The count alone, in decimal; the first is 0. */
    SERIAL,
    /** Not at all: there is no session. */
    PAGE
  }

  private final String path;
  private final int users;
  private final Duration thinkTime;
  private final Answer answer;
  private final String description;

  StandardWorkload(String path, int users, int thinkMillis, Answer answer, String description) {
    this.path = path;
    this.users = users;
    this.thinkTime = Duration.ofMillis(thinkMillis);
    this.answer = answer;
    this.description = description;
  }

  /** Path below that of the application, with its first slash. */
  public String path() {
    return path;
  }

  /** Users of a load that names no number. */
  public int users() {
    return users;
  }

  /** Think time of a load that names none; zero where users do not think. */
  public Duration thinkTime() {
    return thinkTime;
  }

  public Answer answer() {
    return answer;
  }

  /** Whether each user has a session, whose count goes up by one with each request. */
  public boolean hasSessions() {
    return answer != Answer.PAGE;
  }

  /** One line, without a full stop and without characters that HTML would take for its own. */
  public String description() {
    return description;
  }

  /** Returns the name by which a command line asks for it, such as {@code hello-sessions}. */
  @Override
  public String toString() {
    return this == CLUSTERBENCH ? "clusterbench" : path.substring(1);
  }
}
