// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.holdfast.history.Change;
import org.holdfast.history.Contents;
import org.holdfast.history.Exchange;
import org.holdfast.history.Mixed;
import org.holdfast.history.Reply;
import org.holdfast.history.Request;
import org.holdfast.history.SessionLog;
import org.jspecify.annotations.Nullable;

/**
 * A conversation about several attributes, with several requests of the session under way while it
 * gets another id or ends. Some answers are held by the server, some are sent in pieces with a
 * change between them. Every attempt asks for something else, so a token is never sent twice.
 *
 * <p>One request at a time begins the session, changes its id or ends it. No answer in pieces is
 * under way while the session ends: it could only break off. A cookie with an id that the user
 * knows to be given up is not taken: its answer may have been under way before the other one, and
 * then it is right. The history checker reports it where it cannot be right.
 */
final class MixedConversation implements Conversation {
  static final String PATH = "/mixed";

  /** What may be done to each attribute, as often as it is to be drawn. */
  private static final List<List<Change>> CHANGES =
      Stream.of("map", "text", "shared").map(MixedConversation::changesOf).toList();

  /** More than any user asks in a drill; makes tokens of several users differ. */
  private static final long TOKENS = 1_000_000;

  /** Longer than a read may be old by, see {@code HistoryRules.READ_WINDOW}. */
  private static final long BEFORE_KNOCK_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private static final int MOST_HELD_MILLIS = 300;
  private static final int MOST_PIECES_MILLIS = 200;
  private static final int READ_PERCENT = 15;
  private static final int HELD_PERCENT = 20;
  private static final int PIECES_PERCENT = 20;

  private record FormerId(String cookie, String fingerprint, boolean ofSession, long givenUpNanos) {
    FormerId ofAnotherSession() {
      return new FormerId(cookie, fingerprint, false, givenUpNanos);
    }
  }

  private enum Choice {
    ANY,
    CHANGE,
    RENAME,
    INVALIDATE,
    KNOCK
  }

  private final LoadSettings settings;
  private final SplittableRandom random;
  private final SessionLog history;
  private long token;
  private Choice choice = Choice.CHANGE;
  private String cookie = "";

  /** Fingerprint of the id in the cookie. */
  private String cookieId = "";

  private boolean hasSession;
  private boolean everHadSession;

  /** Whether the request that begins, renames or ends the session is under way. */
  private boolean idIsChanging;

  /** Whether the session is to get another id, or the user another session. */
  private boolean owesLogIn;

  private int piecesUnderWay;
  private int heldUnderWay;

  /** Fingerprints of ids that are given up, or may be. */
  private final Set<String> givenUp = new HashSet<>();

  private @Nullable FormerId former;
  private FormerIds counts = FormerIds.NONE;

  /**
   * @param number of the user
   * @param random not that of think times, so that these are the same whatever is asked
   */
  MixedConversation(String name, int number, LoadSettings settings, SplittableRandom random) {
    this.settings = settings;
    this.random = random;
    this.history = new SessionLog(name);
    this.token = (number + 1) * TOKENS;
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
    return hasSession && hasCookie() ? SessionCookie.idIn(cookie) : "";
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
    // An answer that is held meanwhile must not bring the old id back.
    int drawn = random.nextInt(heldUnderWay > 0 ? 25 : 100);
    FormerId old = former;
    choice = Choice.ANY;
    if (old != null && now - old.givenUpNanos >= BEFORE_KNOCK_NANOS) {
      choice = Choice.KNOCK;
    } else if (hasSession && !idIsChanging && old == null) {
      if (owesLogIn || drawn < settings.loginPercent()) {
        choice = Choice.RENAME;
      } else if (drawn < 2 * settings.loginPercent() && piecesUnderWay == 0) {
        choice = Choice.INVALIDATE;
      }
    }
  }

  @Override
  public void count() {
    choice = Choice.CHANGE;
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
    return choice == Choice.KNOCK;
  }

  @Override
  public boolean concernsSession(Question question) {
    return !question.knocking() || (former != null && former.ofSession);
  }

  @Override
  public Question ask() {
    Choice chosen = choice;
    choice = Choice.ANY; // another attempt asks for something else
    FormerId old = former;
    if (chosen == Choice.KNOCK && old != null) {
      return question(Request.READ, old.cookie, old.fingerprint, true, Mixed.NONE);
    }
    if (!hasSession) {
      // While one request begins the session, other requests carry no cookie.
      return idIsChanging
          ? question(Request.READ, "", "", false, Mixed.NONE)
          : question(Request.CREATE, cookie, cookieId, false, Mixed.NONE);
    }
    Request request =
        switch (chosen) {
          case RENAME -> Request.RENAME;
          case INVALIDATE -> Request.INVALIDATE;
          case CHANGE -> Request.CHANGE;
          case ANY, KNOCK -> random.nextInt(100) < READ_PERCENT ? Request.READ : Request.CHANGE;
        };
    Mixed mixed = Mixed.NONE;
    if (chosen == Choice.CHANGE) {
      mixed = new Mixed(0, List.of(drawnChange(0)), 0, false, "", Contents.NONE);
    } else if (request == Request.CHANGE) {
      mixed = drawn();
    }
    return question(request, cookie, cookieId, false, mixed);
  }

  @Override
  public Heard hear(
      Question question,
      HttpAnswer answer,
      Optional<SessionCookie> newCookie,
      long sent,
      long now,
      String by) {
    String newId = newCookie.map(SessionCookie::fingerprint).orElse("");
    Optional<Reply> reply = read(answer, question.sentId());
    boolean stale = givenUp.contains(question.sentId()) || (idIsChanging && !changesId(question));
    if (reply.isEmpty()) {
      if (answer.status() == 503 && (question.knocking() || stale)) {
        log(question, sent, now, by, FailureKind.UNAVAILABLE.reply(), newId, Contents.NONE);
        returned(question);
        return Heard.KNOCKED;
      }
      return answer.status() == 503 ? Heard.UNAVAILABLE : Heard.UNREADABLE;
    }
    log(question, sent, now, by, reply.get(), newId, contents(answer));
    returned(question);
    if (question.knocking()) {
      return Heard.KNOCKED;
    }
    if (newCookie.isPresent() && !givenUp.contains(newId)) {
      cookie = newCookie.get().header();
      cookieId = newId;
    }
    return takeIn(question, reply.get(), stale, now) ? Heard.RIGHT : Heard.WRONG;
  }

  @Override
  public void failed(Question question, FailureKind kind, long sent, long now, String by) {
    log(question, sent, now, by, kind.reply(), "", Contents.NONE);
    returned(question);
    if (!kind.mayHaveBeenApplied()) {
      return;
    }
    if (question.request() == Request.RENAME) {
      // Nobody knows the new id: the user throws the old one away and begins a new session.
      counts = counts.plus(new FormerIds(0, 1, 0, 0));
      givenUp.add(question.sentId());
      cookie = "";
      cookieId = "";
      hasSession = false;
    } else if (question.request() == Request.INVALIDATE) {
      givenUp.add(question.sentId());
    }
  }

  /** Takes a reply in; returns whether it was right, as far as can be told at once. */
  private boolean takeIn(Question question, Reply reply, boolean stale, long now) {
    boolean isCurrent = question.sentId().equals(cookieId);
    if (!(reply instanceof Reply.Served served)) {
      // A request that changes the id and is under way will say what became of it.
      if (isCurrent && !idIsChanging && !question.sentId().isEmpty()) {
        givenUp.add(cookieId);
        hasSession = false;
      }
      return stale || question.sentId().isEmpty();
    }
    switch (question.request()) {
      case CREATE -> {
        owesLogIn = false;
        hasSession = true;
        everHadSession = true;
        FormerId old = former;
        former = old == null ? null : old.ofAnotherSession();
      }
      case RENAME -> {
        owesLogIn = false;
        givenUp.add(question.sentId());
        former = new FormerId(question.cookie(), question.sentId(), true, now);
        counts = counts.plus(new FormerIds(1, 0, 0, 0));
      }
      case INVALIDATE -> {
        givenUp.add(question.sentId());
        former = new FormerId(question.cookie(), question.sentId(), false, now);
        hasSession = false;
        counts = counts.plus(new FormerIds(0, 0, 1, 0));
      }
      case READ, CHANGE, INCREMENT -> {}
    }
    return !served.created() || question.request() == Request.CREATE;
  }

  private void returned(Question question) {
    if (changesId(question)) {
      idIsChanging = false;
    }
    piecesUnderWay -= question.mixed().inPieces() ? 1 : 0;
    heldUnderWay -= question.mixed().heldNanos() > 0 ? 1 : 0;
    if (question.knocking()) {
      former = null;
      counts = counts.plus(new FormerIds(0, 0, 0, 1));
    }
  }

  private static boolean changesId(Question question) {
    return switch (question.request()) {
      case CREATE, RENAME, INVALIDATE -> true;
      case READ, CHANGE, INCREMENT -> false;
    };
  }

  /** Draws one or two changes of different attributes, and how they are to be answered. */
  private Mixed drawn() {
    int shape = random.nextInt(100);
    boolean held = shape < HELD_PERCENT;
    boolean inPieces = !held && !idIsChanging && shape < HELD_PERCENT + PIECES_PERCENT;
    int first = random.nextInt(CHANGES.size());
    int count = inPieces ? 2 : 1 + random.nextInt(2);
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      changes.add(drawnChange(first + i));
    }
    int most = held ? MOST_HELD_MILLIS : inPieces ? MOST_PIECES_MILLIS : 1;
    long heldNanos = TimeUnit.MILLISECONDS.toNanos(random.nextInt(most));
    return new Mixed(0, changes, heldNanos, inPieces, "", Contents.NONE);
  }

  private Change drawnChange(int attribute) {
    List<Change> changes = CHANGES.get(attribute % CHANGES.size());
    return changes.get(random.nextInt(changes.size()));
  }

  private static List<Change> changesOf(String attribute) {
    List<Change> changes =
        new ArrayList<>(Collections.nCopies(7, new Change(Change.Kind.ADD, attribute)));
    changes.addAll(Collections.nCopies(2, new Change(Change.Kind.SET, attribute)));
    changes.add(new Change(Change.Kind.REMOVE, attribute));
    return List.copyOf(changes);
  }

  private Question question(
      Request request, String sentCookie, String sentId, boolean knocking, Mixed wanted) {
    Mixed mixed =
        new Mixed(
            ++token,
            wanted.changes(),
            wanted.inPieces() ? 0 : wanted.heldNanos(), // its first piece goes out at once
            wanted.inPieces(),
            "",
            Contents.NONE);
    StringBuilder target = new StringBuilder(PATH);
    target.append("?act=").append(request.name().toLowerCase(Locale.ROOT));
    target.append("&token=").append(token);
    List<Change> changes = mixed.changes();
    int before = mixed.inPieces() ? 1 : changes.size();
    append(target, "&do=", changes.subList(0, before));
    append(target, "&then=", changes.subList(before, changes.size()));
    long pause = TimeUnit.NANOSECONDS.toMillis(wanted.heldNanos());
    if (pause > 0) {
      target.append("&pause=").append(pause);
    }
    if (mixed.inPieces() && random.nextBoolean()) {
      target.append("&length=true");
    }
    Question question =
        new Question(
            request, knocking, target.toString(), 0, sentCookie, sentId, sentId, 0, 0, mixed);
    idIsChanging |= changesId(question);
    piecesUnderWay += mixed.inPieces() ? 1 : 0;
    heldUnderWay += mixed.heldNanos() > 0 ? 1 : 0;
    return question;
  }

  private static void append(StringBuilder target, String parameter, List<Change> changes) {
    if (!changes.isEmpty()) {
      target.append(parameter);
      target.append(changes.stream().map(Change::toString).collect(Collectors.joining(",")));
    }
  }

  private static Optional<Reply> read(HttpAnswer answer, String known) {
    if (answer.status() == 404 || answer.status() == 409) {
      return Optional.of(new Reply.NotFound());
    }
    List<String> lines = answer.body().lines().filter(line -> !line.isBlank()).toList();
    if (answer.status() != 200 || lines.size() < 2 || !isContents(lines)) {
      return Optional.empty();
    }
    return AnswerLine.parse(answer, lines.get(lines.size() - 2), known).map(Reply.class::cast);
  }

  private static boolean isContents(List<String> lines) {
    return Contents.isValid(lines.get(lines.size() - 1));
  }

  private static Contents contents(HttpAnswer answer) {
    List<String> lines = answer.body().lines().filter(line -> !line.isBlank()).toList();
    return lines.size() < 2 || !isContents(lines)
        ? Contents.NONE
        : new Contents(lines.get(lines.size() - 1));
  }

  private void log(
      Question question,
      long sent,
      long now,
      String node,
      Reply reply,
      String newId,
      Contents contents) {
    Mixed mixed = question.mixed().answered(newId, contents);
    history.add(new Exchange(question.request(), sent, now, node, question.sentId(), reply, mixed));
  }
}
