// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.holdfast.replication.config.DegradedPolicy;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.ServedTerm;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a request's id: the one object of the session on this node, or that there is no
 * such session, or that nobody can tell now. Thread-safe; has no state but the live sessions, which
 * are the replicator's.
 */
final class Lookups {
  private final SessionReplicator replicator;
  private final ConcurrentMap<String, ReplicatedSession> live;
  private final SessionListener listener;

  Lookups(
      SessionReplicator replicator,
      ConcurrentMap<String, ReplicatedSession> live,
      SessionListener listener) {
    this.replicator = replicator;
    this.live = live;
    this.listener = listener;
  }

  /** See {@link SessionReplicator#acquire(SessionId, Consumer)}. */
  Lookup acquire(SessionId wanted, Consumer<Consumer<Acquired>> question) {
    Search search = new Search(wanted, true, replicator.now());
    ReplicatedSession here = live.get(wanted.key());
    return permitted(here != null && here.enter() ? answer(here, search) : ask(search, question));
  }

  private Lookup ask(Search search, Consumer<Consumer<Acquired>> question) {
    long limitNanos = search.limitNanos(replicator.acquireTimeout(), replicator.now());
    Acquired acquired =
        new Acquisition(replicator, search.wanted().key(), limitNanos).await(question);
    if (acquired instanceof Acquired.Owned owned) {
      return open(search, owned);
    }
    return acquired instanceof Acquired.Unavailable unavailable
        ? new Lookup.Unavailable(unavailable.reason())
        : new Lookup.Unknown();
  }

  /**
   * The session has no such id in that term, which need not be the newest: a node that hung and
   * wakes does not know yet what others have made of the session, nor which id they gave it. So
   * they are asked first, and if one has gone on with it, it is looked at again, once, in what is
   * left of the time.
   */
  private Lookup unknown(Search search, @Nullable Epoch term) {
    if (term == null) {
      return new Lookup.Unknown();
    }
    if (!search.first()) {
      return wentElsewhere();
    }
    long since = search.sinceNanos();
    Search again = new Search(search.wanted(), false, since);
    ServedTerm served = replicator.replica().served(search.wanted().key(), term);
    return ask(again, callback -> served.confirmUnknown(since, replicator.now(), callback));
  }

  /** See {@link SessionReplicator#open}. */
  Lookup open(SessionId wanted, Acquired.Owned owned) {
    return open(new Search(wanted, true, replicator.now()), owned);
  }

  private Lookup open(Search search, Acquired.Owned owned) {
    SessionId wanted = search.wanted();
    String key = wanted.key();
    SessionSettings settings;
    try {
      settings = SessionSettings.of(owned.image().settings(), owned.leaseNanos(), replicator.now());
    } catch (IllegalArgumentException e) {
      replicator.replica().end(key, owned.ownership(), replicator.now());
      return new Lookup.Unavailable(e.getMessage() == null ? e.toString() : e.getMessage());
    }
    ReplicatedSession here = live.get(key);
    boolean isHere = here != null && owned.ownership().equals(here.ownership());
    // Whoever has no business with the session shall not have an object of it made here.
    boolean isKnown = isHere || settings.isSecretOrFormer(key, wanted.secret(), replicator.now());
    if (!settings.application().equals(replicator.config().name()) || !isKnown) {
      replicator.replica().end(key, owned.ownership(), replicator.now());
      return unknown(search, owned.ownership());
    }
    ReplicatedSession session = enlist(key, settings, owned);
    if (replicator.isClosed()) {
      replicator.end(session);
      replicator.replica().end(key, owned.ownership(), replicator.now());
      return new Lookup.Unavailable(
          "application \"" + replicator.config().name() + "\" is stopped here");
    }
    if (!owned.ownership().equals(session.ownership())) {
      // It went to another member, and even came back, before this request got on.
      replicator.replica().end(key, owned.ownership(), replicator.now());
      return wentElsewhere();
    }
    session.granted();
    if (replicator.replica().hasEnded(key, owned.ownership())) {
      // Another request ended it before this one had an object that could have been told so.
      replicator.forget(session);
      session.exit();
      return unknown(search, owned.ownership());
    }
    if (replicator.replica().serves(key, owned.ownership())) {
      return answer(session, search);
    }
    // It went to another member before there was an object that could have been told so.
    replicator.onReleased(key, owned.ownership());
    session.exit();
    return wentElsewhere();
  }

  private static Lookup wentElsewhere() {
    return new Lookup.Unavailable(
        "another node went on with the session while it was looked for here");
  }

  /** For a session that this request has entered: that, unless the id forbids it. */
  private Lookup answer(ReplicatedSession session, Search search) {
    SessionId wanted = search.wanted();
    if (session.hasSecret(wanted.secret())) {
      return new Lookup.Found(session);
    }
    boolean renamed = session.wasRenamedFrom(wanted.secret());
    Epoch term = session.ownership();
    session.exit();
    return renamed
        ? new Lookup.Unavailable("the id of the session was changed a moment ago")
        : unknown(search, term);
  }

  /** What the policy says of it: for requests, not for the end of a session. */
  private Lookup permitted(Lookup lookup) {
    if (replicator.config().degraded() != DegradedPolicy.FAIL
        || !(lookup instanceof Lookup.Found found)) {
      return lookup;
    }
    ReplicatedSession session = found.session();
    Epoch term = session.ownership();
    if (term != null && !replicator.replica().canProtect(session.key(), term, replicator.now())) {
      session.exit();
      return new Lookup.Unavailable(
          "no other node is there that has room for the session, and it is not to be served"
              + " without");
    }
    return lookup;
  }

  /**
   * The one object of this grant; one of an earlier grant is told that its time is over. Of a later
   * grant, if there is an object of one.
   */
  private ReplicatedSession enlist(String key, SessionSettings settings, Acquired.Owned owned) {
    List<ReplicatedSession> replaced = new ArrayList<>(0);
    ReplicatedSession session =
        live.compute(
            key,
            (same, present) -> {
              Epoch term = present == null ? null : present.ownership();
              if (present != null && term != null && term.compareTo(owned.ownership()) >= 0) {
                return present;
              }
              if (present != null) {
                replaced.add(present);
              }
              Duration idle = Duration.ofNanos(settings.idleNanos(owned.leaseNanos()));
              return new ReplicatedSession(
                  replicator,
                  key,
                  settings,
                  SessionTerm.acquired(replicator, key, owned.ownership(), settings, idle),
                  owned.image().attributes(),
                  idle);
            });
    for (ReplicatedSession earlier : replaced) {
      earlier.release();
      listener.onReleased(earlier);
    }
    return session;
  }

  /**
   * @param first whether the others have not been asked yet after the id was denied
   * @param sinceNanos when the request came
   */
  private record Search(SessionId wanted, boolean first, long sinceNanos) {
    long limitNanos(Duration timeout, long nowNanos) {
      return Math.max(0, sinceNanos + timeout.toNanos() - nowNanos);
    }
  }
}
