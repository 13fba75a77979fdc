// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.holdfast.history.Exchange;
import org.holdfast.history.Reply;
import org.holdfast.history.Request;
import org.holdfast.history.SessionLog;
import org.jspecify.annotations.Nullable;

/**
 * A conversation about a counter: mostly to count; now and then to change the id, as at a login, or
 * to end the session. An id that was given up by either is sent once more a while later, to any
 * node: it must never be answered with what it once led to. After the end of its session the user
 * goes on with the old cookie, as browsers do, until a new session replaces it. Not thread-safe.
 *
 * <p>Several requests may be under way at once. All of them only count then, so the order in which
 * they are sent does not matter. The user's own application is only ever asked for its page.
 *
 * <p>A change of id whose answer was lost leaves the user without a valid id, if it was made: it
 * throws the id away and begins a new session.
 */
final class CountingConversation implements Conversation {
  /** Longer than a read may be old by, see {@code HistoryRules.READ_WINDOW}. */
  private static final long BEFORE_KNOCK_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  /** An id given up a moment ago is answered 503 for some seconds, and one in doubt is. */
  private static final int MOST_KNOCKS = 3;

  /**
   * @param ofSession whether the session is there still, under another id
   */
  private record FormerId(String cookie, String fingerprint, boolean ofSession, long givenUpNanos) {
    FormerId ofAnotherSession() {
      return new FormerId(cookie, fingerprint, false, givenUpNanos);
    }
  }

  private final LoadSettings settings;
  private final SplittableRandom random;
  private final SessionLog history;
  private final ExpectedCounter expected = new ExpectedCounter();

  /** Null for the demo applications. */
  private final @Nullable PatternReader own;

  private Request request = Request.INCREMENT;
  private String cookie = "";

  /** Fingerprint of the id in the cookie; only kept of the user's own application. */
  private String cookieId = "";

  private boolean hasSession;

  /** Whether any answer so far had a session in it. */
  private boolean everHadSession;

  private boolean endMayHaveRun;
  private @Nullable FormerId former;
  private int knocks;
  private boolean knocking;

  /** Whether the request is to take long. */
  private boolean slow;

  /** Whether the session is to get another id, or the user another session. */
  private boolean owesLogIn;

  private FormerIds counts = FormerIds.NONE;

  /**
   * @param random not that of think times, so that these are the same whatever is asked
   */
  CountingConversation(String name, LoadSettings settings, SplittableRandom random) {
    this.settings = settings;
    this.random = random;
    this.history = new SessionLog(name);
    this.own = settings.expect().map(PatternReader::new).orElse(null);
  }

  @Override
  public SessionLog history() {
    return history;
  }

  @Override
  public FormerIds counts() {
    return counts;
  }

  @Override
  public String sessionKey() {
    return hasCookie() && hasSession ? SessionCookie.idIn(cookie) : "";
  }

  @Override
  public boolean everHadSession() {
    return everHadSession;
  }

  @Override
  public boolean hasCookie() {
    return !cookie.isEmpty();
  }

  @Override
  public void next(long now) {
    int drawn = random.nextInt(100);
    FormerId old = former;
    count();
    if (own != null) {
      return;
    }
    if (old != null) {
      knocking = now - old.givenUpNanos >= BEFORE_KNOCK_NANOS;
      request = knocking ? Request.READ : Request.INCREMENT;
    } else if (hasSession && (owesLogIn || drawn < settings.loginPercent())) {
      request = Request.RENAME;
    } else if (hasSession && drawn < 2 * settings.loginPercent()) {
      request = Request.INVALIDATE;
    }
    slow = request == Request.INCREMENT && drawsSlow();
  }

  /** Draws for such users only: all others ask what they would without slow requests. */
  private boolean drawsSlow() {
    return settings.slow().isPresent() && random.nextInt(100) < settings.slow().get().percent();
  }

  @Override
  public void count() {
    request = own == null || own.hasCounter() ? Request.INCREMENT : Request.READ;
    knocking = false;
    slow = false;
    endMayHaveRun = false;
  }

  @Override
  public void oweLogIn() {
    owesLogIn = true;
  }

  @Override
  public boolean owesLogIn() {
    return owesLogIn;
  }

  @Override
  public boolean isKnocking() {
    return knocking;
  }

  @Override
  public boolean concernsSession(Question question) {
    return !question.knocking() || (former != null && former.ofSession);
  }

  /** Path and query of the request. */
  String target() {
    return switch (request) {
      case CREATE, INCREMENT, CHANGE ->
          held().map(how -> how.slow(settings.path())).orElse(settings.path());
      case READ -> knocking ? "/peek" : settings.path();
      case RENAME -> "/rename";
      case INVALIDATE -> "/invalidate";
    };
  }

  private Optional<SlowRequests> held() {
    return slow ? settings.slow() : Optional.empty();
  }

  /** Value of the Cookie header to send, empty for none. */
  String cookie() {
    return knocking && former != null ? former.cookie : cookie;
  }

  @Override
  public Question ask() {
    FormerId old = former;
    if (request == Request.INCREMENT) {
      expected.asked();
    }
    String ownId = own == null ? expected.session() : cookieId;
    return new Question(
        request,
        knocking,
        target(),
        held().map(how -> how.lasting().toNanos()).orElse(0L),
        cookie(),
        knocking && old != null ? old.fingerprint : ownId,
        expected.session(),
        expected.shown(),
        expected.answered());
  }

  @Override
  public Heard hear(
      Question question,
      HttpAnswer answer,
      Optional<SessionCookie> newCookie,
      long sent,
      long now,
      String by) {
    if (!question.knocking()) {
      newCookie.ifPresent(this::adopt);
    }
    Optional<Reply> reply = read(question, answer, newCookie.isPresent());
    if (reply.isEmpty()) {
      boolean unavailable = answer.status() == 503;
      if (question.knocking() && unavailable) {
        log(question, sent, now, by, FailureKind.UNAVAILABLE.reply());
        knocked(knocks + 1 >= MOST_KNOCKS);
        return Heard.KNOCKED;
      }
      return unavailable ? Heard.UNAVAILABLE : Heard.UNREADABLE;
    }
    log(question, sent, now, by, reply.get());
    if (question.knocking()) {
      knocked(true);
      return Heard.KNOCKED;
    }
    if (question.request() == Request.INCREMENT) {
      expected.returned();
    }
    return takeIn(question, reply.get(), now) ? Heard.RIGHT : Heard.WRONG;
  }

  @Override
  public void failed(Question question, FailureKind kind, long sent, long now, String by) {
    log(question, sent, now, by, kind.reply());
    if (question.request() == Request.INCREMENT) {
      expected.returned();
      expected.failed(kind);
    } else if (question.request() == Request.INVALIDATE) {
      endMayHaveRun |= kind.mayHaveBeenApplied();
    } else if (question.request() == Request.RENAME && kind.mayHaveBeenApplied()) {
      counts = counts.plus(new FormerIds(0, 1, 0, 0));
      cookie = "";
      hasSession = false;
      expected.forgotten();
      count();
    }
  }

  private void adopt(SessionCookie found) {
    cookie = found.header();
    if (own != null) {
      cookieId = found.fingerprint();
    }
  }

  private boolean takeIn(Question question, Reply reply, long now) {
    if (!(reply instanceof Reply.Served served)) {
      // The session is not there: right only if a request to end it may have run.
      boolean ended = endMayHaveRun;
      ended(question, now);
      return ended;
    }
    boolean right =
        switch (question.request()) {
          case CREATE, INCREMENT -> expected.accept(served, question.floor(), question.certain());
          case READ -> expected.acceptUnnumbered(served, question.floor());
          case RENAME, INVALIDATE, CHANGE ->
              expected.acceptUncounted(served, question.floor(), question.certain());
        };
    hasSession = !served.id().isEmpty();
    everHadSession |= hasSession;
    if (served.created()) {
      owesLogIn = false;
      former = former == null ? null : former.ofAnotherSession();
    }
    if (question.request() == Request.INVALIDATE) {
      ended(question, now);
    } else if (question.request() == Request.RENAME && !served.id().equals(question.sentId())) {
      owesLogIn = false;
      former = new FormerId(question.cookie(), question.sentId(), true, now);
      counts = counts.plus(new FormerIds(1, 0, 0, 0));
    }
    return right;
  }

  private void ended(Question question, long now) {
    former = new FormerId(question.cookie(), question.sentId(), false, now);
    hasSession = false;
    expected.ended();
    counts = counts.plus(new FormerIds(0, 0, 1, 0));
  }

  private void knocked(boolean forTheLastTime) {
    knocks++;
    if (forTheLastTime) {
      former = null;
      knocks = 0;
      counts = counts.plus(new FormerIds(0, 0, 0, 1));
    }
  }

  private Optional<Reply> read(Question question, HttpAnswer answer, boolean setsCookie) {
    if (own != null) {
      String id = setsCookie ? cookieId : question.sentId();
      return own.read(answer, question, id).map(Reply.class::cast);
    }
    if (answer.status() == 404 && question.request() != Request.INCREMENT) {
      return Optional.of(new Reply.NotFound());
    }
    if (answer.status() != 200) {
      return Optional.empty();
    }
    return AnswerLine.parse(answer, question.sentId())
        .map(line -> line.id().equals("none") ? new Reply.NotFound() : line);
  }

  private void log(Question question, long sent, long now, String node, Reply reply) {
    // Where nothing is counted, a look at the page is what begins a session.
    boolean begins = reply instanceof Reply.Served served && served.created();
    Request made =
        begins && question.request() == Request.READ ? Request.CREATE : question.request();
    history.add(new Exchange(made, sent, now, node, question.sentId(), reply));
  }
}
