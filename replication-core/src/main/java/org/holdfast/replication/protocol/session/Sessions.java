// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.session;

import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Copy;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.SessionImage;
import org.holdfast.replication.protocol.SessionSnapshot;
import org.holdfast.replication.protocol.turn.Turn;
import org.holdfast.replication.protocol.views.LongAbsences;
import org.jspecify.annotations.Nullable;

/** The sessions of which one member knows anything, by key, and the only way to their locks. */
public final class Sessions {
  /*
   * Threads: any.
   * Locks: the monitor of a SessionState, one at a time; it is released before the callbacks of the turn run.
   * Invariant: a state that is not discarded and was seen under its monitor is the one in the table. A thread that
   * reaches a discarded one looks its key up again.
   */

  /** The progress of a session on its way to the current placement. */
  public enum Progress {
    UNDER_WAY,
    /** The stop until a silent member answers again; then all sessions are looked at again. */
    HELD_UP,
    DONE
  }

  /** An action on a session under its lock. */
  @FunctionalInterface
  interface Action<T> {
    T apply(SessionState session, Turn turn);
  }

  /** The place where a session was found last, which saves the look-up. Any thread. */
  static final class Place {
    final String key;

    /** The session as it was found last; discarded, or null, if it has to be looked up. */
    private volatile @Nullable SessionState found;

    Place(String key) {
      this.key = key;
    }
  }

  /** The time of a turn whose action asks for none. */
  private static final long NO_TIME = 0;

  private final SessionPorts node;

  /** The sessions by {@link PackedKey#of} their keys. */
  private final ConcurrentMap<Object, SessionState> byKey = new ConcurrentHashMap<>();

  public Sessions(SessionPorts node) {
    this.node = node;
  }

  /**
   * Runs {@code action} under the lock of the session, then the callbacks of its turn without the
   * lock. A session that is not in the table is put there, and stays if the action made something
   * of it.
   *
   * @param nowNanos the time of the turn
   */
  <T> T with(String key, long nowNanos, Action<T> action) {
    return with(new Place(key), nowNanos, action);
  }

  /**
   * Runs {@code action} like {@link #with(String, long, Action)}, and remembers where the session
   * was found.
   */
  <T> T with(Place place, long nowNanos, Action<T> action) {
    Turn turn = new Turn(nowNanos);
    try {
      SessionState known = place.found;
      SessionState session = known == null ? lookUp(place.key) : known;
      while (true) {
        synchronized (session) {
          if (!session.discarded) {
            if (session != known) {
              place.found = session;
            }
            Copy before = session.heldForOthers();
            try {
              T result = action.apply(session, turn);
              if (!session.discarded && session.isBlank()) {
                discard(session);
              }
              return result;
            } finally {
              node.memory.heldBytes.replace(before, session.heldForOthers());
            }
          }
        }
        session = lookUp(place.key);
      }
    } finally {
      // Also when the action failed: the callbacks may hold answers for which requests wait.
      turn.run();
    }
  }

  /**
   * Returns the answer to {@code question}, which makes no callback, under the lock of the session;
   * or {@code otherwise} if nothing is known of the session.
   */
  <T extends @Nullable Object> T ask(Place place, T otherwise, Function<SessionState, T> question) {
    SessionState session = place.found;
    while (true) {
      if (session == null) {
        session = byKey.get(PackedKey.of(place.key));
        place.found = session;
        if (session == null) {
          return otherwise;
        }
      }
      synchronized (session) {
        if (!session.discarded) {
          return question.apply(session);
        }
      }
      session = null;
    }
  }

  private SessionState lookUp(String key) {
    Object packed = PackedKey.of(key);
    SessionState session = byKey.get(packed);
    return session == null
        ? byKey.computeIfAbsent(packed, absent -> new SessionState(absent, node))
        : session;
  }

  /**
   * Runs an {@code action} that asks for no time and makes no callback, like {@link #with(String,
   * long, Action)}.
   */
  <T> T withoutTime(String key, Function<SessionState, T> action) {
    return with(key, NO_TIME, (session, turn) -> action.apply(session));
  }

  /** Runs an {@code action} that has no result, like {@link #with(String, long, Action)}. */
  void run(String key, long nowNanos, BiConsumer<SessionState, Turn> action) {
    with(
        key,
        nowNanos,
        (session, turn) -> {
          action.accept(session, turn);
          return true;
        });
  }

  /**
   * Returns whether something is known of the session, and {@code condition} holds under its lock.
   */
  boolean has(String key, Predicate<SessionState> condition) {
    SessionState session = byKey.get(PackedKey.of(key));
    if (session == null) {
      return false;
    }
    synchronized (session) {
      return !session.discarded && condition.test(session);
    }
  }

  /**
   * Runs {@code action} on each session under its lock. A session may have been discarded a moment
   * before.
   */
  void forEach(Consumer<SessionState> action) {
    byKey
        .values()
        .forEach(
            session -> {
              synchronized (session) {
                action.accept(session);
              }
            });
  }

  /** Takes the session out of the table; needs its lock. */
  private void discard(SessionState session) {
    session.discarded = true;
    byKey.remove(session.packedKey, session);
  }

  // what requests want

  /** Creates a session here, counts one request as running, and returns its epoch. */
  public Epoch create(String key, SessionImage image, long leaseNanos, long now) {
    return with(key, now, (session, turn) -> session.requests().create(image, leaseNanos, now));
  }

  /**
   * Acquires the session for a request.
   *
   * @param sinceNanos the time since which the request has been waiting
   */
  public void acquire(
      String key, @Nullable Member hint, Consumer<Acquired> callback, long sinceNanos, long now) {
    run(key, now, (session, turn) -> session.requests().acquire(hint, callback, sinceNanos, turn));
  }

  // what others send

  /** Takes in a message about a session. */
  public void on(Message.OfSession about, Member from, long now) {
    run(about.key(), now, (session, turn) -> session.on(about, from, turn));
  }

  public void onTouch(Message.Touch.Lease lease, long now) {
    run(lease.key(), now, (session, turn) -> session.onTouch(lease, now));
  }

  /** Refuses a member that claims to be the primary if this member has promised a higher epoch. */
  public void refuseBelowPromise(Message.FromPrimary claim, Member from) {
    boolean unused =
        withoutTime(
            claim.key(),
            session -> {
              session.refuseBelowPromise(claim, from);
              return true;
            });
  }

  /** Drops bytes of the session from before a long absence; the fence stays. */
  public void forget(String key, LongAbsences.Verdict verdict, long now) {
    run(key, now, (session, turn) -> session.forget(verdict, turn));
  }

  // what time brings about

  /**
   * Does what has become due in the session, and takes it off the list of those to look at if
   * nothing is open.
   *
   * @param pausedNanos the time for which this member was stopped before, 0 if it was not
   */
  public void tick(String key, long pausedNanos, long now) {
    run(
        key,
        now,
        (session, turn) -> {
          boolean open = false;
          try {
            if (session.round != null) {
              session.round.extend(pausedNanos);
            }
            open = session.tick(turn);
          } finally {
            // A failure in here must not come again at each tick; a callback comes later.
            if (!open) {
              node.agenda.timed().remove(key);
            }
          }
        });
  }

  /**
   * Drops what no member needs any more of the session; returns whether a fence or a tombstone is
   * all that is left.
   */
  public boolean sweep(String key, long now) {
    return with(
        key,
        now,
        (session, turn) -> {
          if (session.sweep(turn)) {
            node.memory.forget(session.promised);
            discard(session);
            return false;
          }
          return session.copy == null || session.copy.tombstone();
        });
  }

  // what this member tells and asks others about what it serves

  /**
   * Takes the session off the list of those whose lease must be sent. Passes the lease to {@code
   * batch} with each holder, if no message has carried it since it began anew.
   */
  public void takeLease(String key, long now, BiConsumer<Member, Message.Touch.Lease> batch) {
    run(
        key,
        now,
        (session, turn) -> {
          Message.Touch.Lease lease = session.takeLease(now);
          if (lease != null && session.primary != null) {
            for (Member holder : session.primary.holderMembers()) {
              batch.accept(holder, lease);
            }
          }
        });
  }

  /** Has the next batch of leases tell the holders of the session. */
  public void tellLease(String key) {
    boolean unused =
        withoutTime(
            key,
            session -> {
              session.tellLease();
              return true;
            });
  }

  /** Asks {@code members} whether they have promised the session to another, if it is served. */
  public void askOfSuccessor(String key, Set<Member> members, long now) {
    run(
        key,
        now,
        (session, turn) -> {
          if (session.primary != null) {
            for (Member member : members) {
              session.owned().askOfSuccessor(member, session.held(), session.remainingLease(now));
            }
          }
        });
  }

  // where the session and its copies belong

  /** Returns whether this member is the primary of the session, or of its end. */
  public boolean isOwn(String key) {
    return has(key, session -> session.primary != null);
  }

  /** Returns whether fewer copies than wanted are known, so that the session is repaired first. */
  public boolean lacksCopies(String key) {
    return withoutTime(key, session -> session.adoption().lacksCopies());
  }

  /** Returns whether a member is about to leave with a copy that another should have. */
  public boolean losesCopy(String key) {
    return withoutTime(key, session -> session.adoption().losesCopy());
  }

  /** Moves the session towards the current placement; returns whether it is there. */
  public boolean beginToMove(String key, long now) {
    return with(key, now, (session, turn) -> session.adoption().begin(turn));
  }

  /** Goes on with the move that {@link #beginToMove} began; returns how far it is. */
  public Progress goOnMoving(String key, long now) {
    return with(key, now, (session, turn) -> session.adoption().goOn(now));
  }

  /**
   * Asks another member to take the session, if it is served here, unless {@code patient} and a
   * request uses it. Returns whether it asked.
   */
  public boolean offer(String key, boolean patient) {
    return withoutTime(key, session -> session.adoption().offer(patient));
  }

  /** Returns whether a tombstone is here in place of the session. */
  public boolean hasEnded(String key) {
    return withoutTime(key, session -> session.copy != null && session.copy.tombstone());
  }

  /** Returns whether this member serves the session, which has not ended. */
  public boolean isToBeGivenAway(String key) {
    return withoutTime(key, session -> session.adoption().isToBeGivenAway());
  }

  // who serves it

  /**
   * Steps down, unless the session has ended. If nothing was protected in the epoch, its copy ranks
   * as the state that it came from.
   */
  public void giveUp(String key, long now) {
    run(
        key,
        now,
        (session, turn) -> {
          if (session.primary != null && !session.held().tombstone()) {
            session.setDisputed(session.owned().everProtectedVersion() < 0);
            session.stepDown(turn);
          }
        });
  }

  /**
   * Returns whether this member answers for the session until a primary shows itself; once that is
   * over, takes the note back under the same lock.
   */
  public boolean isStillInLimbo(String key) {
    return withoutTime(key, session -> session.adoption().isStillInLimbo());
  }

  /**
   * Offers a session that may lack a primary to the member it was promised to, if that answers,
   * else acquires it. Returns whether there is reason to look again.
   */
  public boolean rescue(String key, long now) {
    return with(key, now, (session, turn) -> session.adoption().rescue(turn));
  }

  // which sessions there are

  /**
   * A walk over all sessions, one at a time, while sessions come and go. It costs no text of a key.
   */
  public static final class LiveWalk {
    /** A look at a session of which there are live bytes here. It runs under its lock. */
    @FunctionalInterface
    public interface Look {
      void at(boolean served, boolean inLimbo);
    }

    private final Iterator<SessionState> rest;

    private LiveWalk(Iterator<SessionState> sessions) {
      this.rest = sessions;
    }

    /** Goes on to the next session, and takes a look if it is live; returns false at the end. */
    public boolean step(Look look) {
      if (!rest.hasNext()) {
        return false;
      }
      SessionState session = rest.next();
      synchronized (session) {
        if (session.copy != null && !session.copy.tombstone()) {
          look.at(session.primary != null, session.adoption().isInLimbo());
        }
      }
      return true;
    }
  }

  public LiveWalk walkLive() {
    return new LiveWalk(byKey.values().iterator());
  }

  /**
   * Returns for how long the oldest unprotected update of the session has been known, in
   * nanoseconds; 0 if there is none, or if the session is not served here.
   */
  public long lagNanos(String key, long now) {
    SessionState session = byKey.get(PackedKey.of(key));
    if (session == null) {
      return 0;
    }
    synchronized (session) {
      return session.primary == null ? 0 : session.primary.lagNanos(now);
    }
  }

  /** Returns the number of sessions served here for which members of the view have no room. */
  public int sessionsWithoutRoom() {
    return node.census.sessionsWithoutRoom();
  }

  /**
   * Returns a counter that grows with each epoch that begins here and each copy that comes to a
   * member without one.
   */
  public long arrivals() {
    return node.census.arrivals();
  }

  /** Returns a snapshot of the state of one session, for tests and diagnosis. */
  public SessionSnapshot snapshot(String key) {
    return withoutTime(key, session -> session.snapshot());
  }

  public boolean contains(String key) {
    return byKey.containsKey(PackedKey.of(key));
  }

  /** Returns a view of the keys, which can be walked over while sessions come and go. */
  public Collection<String> keys() {
    return new AbstractCollection<>() {
      @Override
      public Iterator<String> iterator() {
        Iterator<Object> packed = byKey.keySet().iterator();
        return new Iterator<>() {
          @Override
          public boolean hasNext() {
            return packed.hasNext();
          }

          @Override
          public String next() {
            return PackedKey.text(packed.next());
          }
        };
      }

      @Override
      public boolean contains(@Nullable Object key) {
        return key instanceof String text && Sessions.this.contains(text);
      }

      @Override
      public int size() {
        return byKey.size();
      }
    };
  }

  public int size() {
    return byKey.size();
  }
}
