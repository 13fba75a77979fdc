// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.util.Optional;
import org.holdfast.history.SessionLog;

/** The requests of one user about its session, and the log of their answers. Not thread-safe. */
sealed interface Conversation permits CountingConversation, MixedConversation {

  /** What came of an answer. */
  enum Heard {
    /** It contained everything that the user was answered before. */
    RIGHT,
    /** It did not. */
    WRONG,
    /** It concerned an id that was given up; the user learned nothing of its session. */
    KNOCKED,
    /** The node could not serve the session: ask again. */
    UNAVAILABLE,
    /** Not an answer of the application. */
    UNREADABLE
  }

  /** The log that the history checker judges in the end. */
  SessionLog history();

  /** How often ids were given up. */
  FormerIds counts();

  /** Id of the session without its route, empty if there is none; a credential, never logged. */
  String sessionKey();

  /** Whether the user has had a session, be it one that has ended. */
  boolean everHadSession();

  /** Whether the user has a cookie to send. */
  boolean hasCookie();

  /** Chooses what to ask next. */
  void next(long now);

  /** Chooses to ask next what shows whether the session has all that was answered. */
  void count();

  /** Whether the request concerns an id that was given up, not the session of the user. */
  boolean isKnocking();

  /** Has it {@linkplain #next choose} a login as soon as that can be. */
  void oweLogIn();

  /** Whether it owes one still: the id of its session is as old as that. */
  boolean owesLogIn();

  /**
   * Whether the question is about the session that the user has now, be it by an id that it had
   * before. Nodes find out that an id is a former one only when they have the session.
   */
  boolean concernsSession(Question question);

  /** Asks what was chosen: the question must come back by {@link #hear} or {@link #failed}. */
  Question ask();

  /**
   * Takes an answer in; a cookie in it is the user's from now on, unless it only knocked. A
   * question that was answered {@link Heard#UNAVAILABLE} or {@link Heard#UNREADABLE} is still to
   * fail.
   */
  Heard hear(
      Question question,
      HttpAnswer answer,
      Optional<SessionCookie> newCookie,
      long sent,
      long now,
      String by);

  /** An attempt brought no answer. */
  void failed(Question question, FailureKind kind, long sent, long now, String by);
}
