// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.takeover;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.turn.Turn;
import org.holdfast.replication.protocol.views.Views;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to become the primary of one session. First the round asks all members: a living
 * primary finishes its requests and hands over; the others report the highest epoch that they know.
 * If there is no primary, or it is silent, the round claims promises. A round needs promises of all
 * but k members of every view that still matters. Then no acknowledged state can be missing among
 * the answers, and no other member can get another state acknowledged.
 *
 * <p>Guarded by the lock of its session.
 */
public final class AcquireRound {
  private enum Phase {
    ASK,
    CLAIM,
    PAUSE
  }

  private static final long MOST_PAUSE_NANOS = 8_000_000L;
  private static final int MOST_WAITS_FOR_OWNER = 5;

  private final Claimant session;
  private final TakeoverPorts node;
  private final long startNanos;
  private final Answers answers;
  private final Seekers seekers = new Seekers();

  /** The state that a living primary handed over, if that alone does not prove it the newest. */
  private Message.@Nullable Held handedOver;

  private Epoch epoch = Epoch.NONE;
  private Epoch heard = Epoch.NONE;

  /** The flag that the promises of this phase are enough, and the time since when they are. */
  private boolean proven;

  private long provenNanos;
  private Phase phase = Phase.ASK;
  private long phaseEndNanos;
  private long resendNanos;
  private int attempt;
  private int claimsSinceAsked;
  private int waitedForOwner;

  /** The newest question of each member that asked during this round, in the order of the first. */
  private final Map<Member, Message.Ask> deferred = new LinkedHashMap<>();

  public AcquireRound(
      Claimant session,
      TakeoverPorts node,
      @Nullable Member hint,
      List<Consumer<Acquired>> callbacks,
      long sinceNanos) {
    this.session = session;
    this.node = node;
    this.startNanos = sinceNanos;
    this.answers = new Answers(node);
    callbacks.forEach(callback -> seekers.add(callback, sinceNanos));
    answers.include(hint);
  }

  /**
   * Returns whether this round goes before that of a member that asks in epoch {@code other}. The
   * higher epoch goes first. But a first claim goes before a question, or the claim that follows
   * the question could fence the request of this round.
   */
  public boolean goesBefore(Epoch other) {
    // A round that only waits for the former lease to end would start that wait anew, as would the
    // other.
    boolean waits = proven && phase == Phase.CLAIM && node.config.servingLeaseNanos() > 0;
    boolean claimsFirst = phase == Phase.CLAIM && claimsSinceAsked == 1;
    boolean first = waits || claimsFirst || epoch.compareTo(other) > 0;
    return phase != Phase.PAUSE && !seekers.isEmpty() && first;
  }

  /** Remembers a question that came during this round, to hand the session over right after it. */
  public void defer(Message.Ask ask, Member from) {
    deferred.put(from, ask);
  }

  public void serveDeferred(Turn turn) {
    deferred.forEach((from, ask) -> session.answerDeferred(ask, from, turn));
  }

  public void join(@Nullable Member hint, Consumer<Acquired> callback, long sinceNanos) {
    seekers.add(callback, sinceNanos);
    answers.include(hint);
  }

  public Seekers seekers() {
    return seekers;
  }

  public void ask(Turn turn) {
    long now = turn.nowNanos();
    phase = Phase.ASK;
    attempt++;
    claimsSinceAsked = 0;
    answers.clear();
    mint();
    beginPhase(now);
    send();
    decide(turn);
  }

  private void claim(Turn turn) {
    long now = turn.nowNanos();
    phase = Phase.CLAIM;
    claimsSinceAsked++;
    proven = false;
    answers.clearPromises();
    mint();
    session.claimForSelf(epoch);
    beginPhase(now);
    send();
    decide(turn);
  }

  private void mint() {
    heard = Epoch.max(heard, session.promised());
    heard = Epoch.max(heard, session.heldEpoch());
    // The forgotten epoch may be of this member, which must not mint its counter again.
    long last = Math.max(heard.counter(), session.forgotten().counter());
    epoch = Epoch.mint(last + 1, node.cluster.self());
  }

  private void beginPhase(long now) {
    seekers.phaseBegins();
    phaseEndNanos = now + node.config.silenceTimeoutNanos();
    resendNanos = now + node.config.silenceTimeoutNanos() / 3;
  }

  private void send() {
    for (Member member : answers.others()) {
      if (!answered().contains(member) && !node.cluster.isDown(member)) {
        node.network.send(
            member,
            phase == Phase.ASK
                ? new Message.Ask(session.key(), epoch)
                : new Message.Claim(session.key(), epoch));
      }
    }
  }

  /** Takes in an answer; ignores one to an earlier epoch. */
  public void on(Message.OfSession message, Member from, Turn turn) {
    long now = turn.nowNanos();
    if (message instanceof Message.HandingOver beat && beat.epoch().equals(epoch)) {
      phaseEndNanos = now + node.config.silenceTimeoutNanos();
    } else if (message instanceof Message.Hint hint && hint.epoch().equals(epoch)) {
      onHint(hint, from, turn);
    } else if (message instanceof Message.Promise promise && promise.epoch().equals(epoch)) {
      boolean counts = promise.handOver() || knowsNoMoreThanUs(promise.viewNumber());
      if (counts && !node.cluster.isLongGone(from, promise.viewNumber(), now)) {
        answers.promise(from, promise);
        heard = Epoch.max(heard, promise.before());
        decide(turn);
      }
    } else if (message instanceof Message.NackEpoch nack && nack.refused().equals(epoch)) {
      superseded(nack.promised(), turn);
    }
  }

  private void onHint(Message.Hint hint, Member from, Turn turn) {
    heard = Epoch.max(heard, hint.highest());
    if (hint.highest().compareTo(epoch) > 0) {
      // A living primary refuses an epoch below its own: ask again with a higher one.
      ask(turn);
    } else if (knowsNoMoreThanUs(hint.viewNumber())) {
      answers.hint(from, hint.highest());
      decide(turn);
    }
  }

  /**
   * Returns whether an answer came under no later view than that of this member. One under a later
   * view may leave out members that are not known here.
   */
  private boolean knowsNoMoreThanUs(long viewNumber) {
    Views views = node.cluster.views();
    return views != null && viewNumber <= views.current().number();
  }

  /** Pauses for another member's higher epoch and then asks again; ends if no request waits. */
  public void superseded(Epoch higher, Turn turn) {
    long now = turn.nowNanos();
    heard = Epoch.max(heard, higher);
    if (higher.compareTo(epoch) > 0 && phase != Phase.PAUSE) {
      if (seekers.isEmpty()) {
        session.lose();
        return;
      }
      phase = Phase.PAUSE;
      phaseEndNanos = now + node.randomNanos(MOST_PAUSE_NANOS * Math.min(attempt, 8));
    }
  }

  /**
   * Moves the round on as time passes: from asking to claiming, from a pause to a new question, or
   * to its end. Repeats messages that may be lost.
   */
  public void tick(Turn turn) {
    long now = turn.nowNanos();
    if (node.cluster.isExcluded()) {
      seekers.answer(new Acquired.Unavailable(node.cluster.whyNotServing()), turn);
      session.lose();
    } else if (hasTakenTooLong(now)) {
      giveUp(turn);
    } else if (phase == Phase.PAUSE) {
      if (now - phaseEndNanos >= 0) {
        ask(turn);
      }
    } else if (now - phaseEndNanos >= 0) {
      if (phase == Phase.ASK) {
        endAsking(turn);
      } else if (mayWin(now)) {
        winByPromises(turn);
      } else if (!proven) {
        claim(turn);
      }
    } else {
      if (now - resendNanos >= 0) {
        resendNanos = now + node.config.silenceTimeoutNanos() / 3;
        send();
      }
      decide(turn);
    }
  }

  /** Returns whether this round would be over by now if no request had joined it. */
  public boolean isOverdue(long now) {
    return now - startNanos > node.cluster.patienceNanos();
  }

  private boolean hasTakenTooLong(long now) {
    return seekers.haveWaitedSince(now - node.cluster.patienceNanos(), isOverdue(now));
  }

  /** Extends the phase after this member was stopped: messages from meanwhile come first. */
  public void extend(long byNanos) {
    phaseEndNanos += byNanos;
  }

  private void decide(Turn turn) {
    long now = turn.nowNanos();
    if (phase == Phase.ASK) {
      Message.Promise given = answers.handOver();
      if (given != null) {
        onHandOver(given, turn);
      } else if (answers.haveAllHinted()) {
        onAllHints(turn);
      }
    } else if (phase == Phase.CLAIM && mayWin(now) && answers.haveAllWhoSpokePromised()) {
      winByPromises(turn);
    }
  }

  private void onAllHints(Turn turn) {
    long now = turn.nowNanos();
    // The session was just given to a member that did not know yet when it answered: ask again
    // rather than fence it.
    if (waitedForOwner < MOST_WAITS_FOR_OWNER && answers.isOwnerStillComing(heard)) {
      waitedForOwner++;
      phase = Phase.PAUSE;
      phaseEndNanos = now + node.randomNanos(MOST_PAUSE_NANOS);
    } else {
      endAsking(turn);
    }
  }

  private void onHandOver(Message.Promise given, Turn turn) {
    Message.Held state = given.held().orElse(null);
    // The former primary and this member are k + 1 only for k = 1; and a fence above the state may
    // hide a newer owner.
    Views views = node.cluster.views();
    boolean enough =
        views != null
            && views.areAllButOneAsked(node.config.secondaries())
            && state != null
            && node.cluster.mayServe()
            && state.label().epoch().compareTo(heard) >= 0;
    if (state != null && enough && epoch.compareTo(session.promised()) > 0) {
      node.metrics.count(Counter.HAND_OVERS);
      session.win(this, epoch, state, answers.others(), turn);
    } else {
      handedOver = state;
      claim(turn);
    }
  }

  /** Ends the phase of questions: the session has no primary, or the primary is silent. */
  private void endAsking(Turn turn) {
    boolean nothing = heard.isNone() && !session.hasCopy() && !seekers.mayBegin();
    if (nothing && answers.proveAbsence()) {
      unknown(node.cluster.missesListed(turn.nowNanos()), turn);
    } else {
      claim(turn);
    }
  }

  private boolean mayWin(long now) {
    if (!answers.proveNewest()) {
      proven = false;
      return false;
    }
    if (!proven) {
      proven = true;
      provenNanos = now;
    }
    return now - provenNanos >= node.config.servingLeaseNanos() || isFormerPrimaryHere(now);
  }

  /** Returns whether the last primary that can have answered requests has promised, and stopped. */
  private boolean isFormerPrimaryHere(long now) {
    Message.Held newest = newest(now);
    if (newest == null) {
      return true;
    }
    Epoch formerEpoch = newest.label().epoch();
    return formerEpoch.isOwnedBy(node.cluster.self()) || answers.hasOwnerPromised(formerEpoch);
  }

  /** Requires the promise of {@code member}, which knows a newer state, while it can be reached. */
  public void require(Member member) {
    answers.require(member);
  }

  private Message.@Nullable Held newest(long now) {
    return answers.newest(Message.Held.newer(session.heldCopy(now).orElse(null), handedOver));
  }

  private void winByPromises(Turn turn) {
    long now = turn.nowNanos();
    Message.Held found = newest(now);
    boolean missesListed = node.cluster.missesListed(now);
    // A listed member that was never found may have begun the session already.
    boolean begins = found == null && !missesListed;
    Message.Held best = begins ? seekers.founded() : found;
    if (best == null) {
      unknown(missesListed, turn);
      return;
    }
    if (found == null && heard.counter() > epoch.counter()) {
      // Epochs as high as this one were forgotten: who is silent may remember how one has ended.
      claim(turn);
      return;
    }
    node.metrics.count(seekers.counterOf(found == null));
    session.win(this, epoch, best, answers.others(), turn);
  }

  /**
   * @param missesListed whether a listed member was never found, and may serve the session
   */
  private void unknown(boolean missesListed, Turn turn) {
    long now = turn.nowNanos();
    if (missesListed) {
      node.metrics.count(Counter.UNAVAILABLE);
      answerPresent(
          new Acquired.Unavailable(
              "this node founded its cluster alone: listed nodes that it has not found yet may"
                  + " serve the session"),
          turn);
      return;
    }
    node.metrics.count(Counter.UNKNOWN);
    if (node.cluster.hasGivenUpWithin(node.config.tombstoneNanos(), now)) {
      node.metrics.count(Counter.PRESUMED_LOST);
    }
    // One that did not answer may know a session that is protected with it from now on.
    if (!session.hasCopy() && answered().containsAll(answers.others())) {
      session.noteUnknown(now);
    }
    answerPresent(new Acquired.Unknown(), turn);
  }

  private void answerPresent(Acquired answer, Turn turn) {
    for (Consumer<Acquired> callback : seekers.takePresent()) {
      turn.later(() -> callback.accept(answer));
    }
    if (seekers.isEmpty()) {
      session.lose();
    } else {
      ask(turn);
    }
  }

  /** Rejects the requests that have waited long enough; continues for those that came later. */
  private void giveUp(Turn turn) {
    long now = turn.nowNanos();
    Acquired refusal = answers.refusal(answered());
    for (Consumer<Acquired> callback : seekers.takeOlderThan(now - node.cluster.patienceNanos())) {
      node.metrics.count(Counter.UNAVAILABLE);
      turn.later(() -> callback.accept(refusal));
    }
    if (seekers.isEmpty()) {
      session.lose();
    }
  }

  private Set<Member> answered() {
    return phase == Phase.CLAIM ? answers.promising() : answers.hinting();
  }

  /**
   * The requests that wait for one round to find their session, in the order in which they joined
   * it. A request that waited for a hand-over before may come after a younger one.
   */
  public static final class Seekers {
    private record Seeker(Consumer<Acquired> callback, long sinceNanos) {}

    private final List<Seeker> seekers = new ArrayList<>(1);

    /** The number of requests that had joined when the current phase began. */
    private int present;

    void add(Consumer<Acquired> callback, long nowNanos) {
      seekers.add(new Seeker(callback, nowNanos));
    }

    boolean isEmpty() {
      return seekers.isEmpty();
    }

    /** Returns whether one of the requests begins the session if there is none. */
    boolean mayBegin() {
      return seekers.stream().anyMatch(seeker -> ChosenRequest.begins(seeker.callback));
    }

    /** Returns the first state of a session that a request begins, or null if none begins one. */
    Message.@Nullable Held founded() {
      return founded(null);
    }

    /** Returns the state that follows {@code end} for a request, or {@code end} if none begins. */
    public Message.Held foundedAfter(Message.Held end) {
      Message.Held founded = founded(end);
      return founded == null ? end : founded;
    }

    private Message.@Nullable Held founded(Message.@Nullable Held end) {
      for (Seeker seeker : seekers) {
        if (seeker.callback instanceof ChosenRequest request && request.first() != null) {
          return request.state(request.first(), end);
        }
      }
      return null;
    }

    /** Returns the counter of a won round; {@code begun} says whether it began the session. */
    Counter counterOf(boolean begun) {
      Counter taken = isEmpty() ? Counter.ADOPTIONS : Counter.TAKEOVERS;
      return begun ? Counter.CREATED : taken;
    }

    /** Passes each request to {@code action}, with the time when it came. */
    public void forEach(ObjLongConsumer<Consumer<Acquired>> action) {
      seekers.forEach(each -> action.accept(each.callback, each.sinceNanos));
    }

    public List<Consumer<Acquired>> callbacks() {
      return seekers.stream().map(Seeker::callback).toList();
    }

    void phaseBegins() {
      present = seekers.size();
    }

    /**
     * Removes and returns the requests that joined before this phase: its result is of no use to
     * the others.
     */
    List<Consumer<Acquired>> takePresent() {
      List<Seeker> before = seekers.subList(0, present);
      List<Consumer<Acquired>> callbacks = before.stream().map(Seeker::callback).toList();
      before.clear();
      present = 0;
      return callbacks;
    }

    /** Returns whether one came before {@code deadlineNanos}; {@code otherwise} if none waits. */
    boolean haveWaitedSince(long deadlineNanos, boolean otherwise) {
      return seekers.isEmpty()
          ? otherwise
          : seekers.stream().anyMatch(each -> each.sinceNanos - deadlineNanos < 0);
    }

    /** Removes and returns the requests that came before {@code deadlineNanos}. */
    List<Consumer<Acquired>> takeOlderThan(long deadlineNanos) {
      List<Consumer<Acquired>> old = new ArrayList<>();
      int position = 0;
      int stillPresent = 0;
      for (Iterator<Seeker> each = seekers.iterator(); each.hasNext(); position++) {
        Seeker seeker = each.next();
        if (seeker.sinceNanos - deadlineNanos < 0) {
          old.add(seeker.callback);
          each.remove();
        } else if (position < present) {
          stillPresent++;
        }
      }
      present = stillPresent;
      return old;
    }

    void answer(Acquired acquired, Turn turn) {
      callbacks().forEach(callback -> turn.later(() -> callback.accept(acquired)));
    }
  }
}
