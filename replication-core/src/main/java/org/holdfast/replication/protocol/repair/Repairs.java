// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.repair;

import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.session.Sessions;
import org.holdfast.replication.protocol.turn.Attempts;

/**
 * A walk over all sessions, a few at a time, that brings them to where the current view wants them.
 * Sessions that lack a copy come first, then those of which a member that leaves has a copy. The
 * looks per tick and the sessions on their way are bounded, so that requests keep their share.
 * Belongs to the protocol thread.
 */
final class Repairs {
  /** The number of looks at sessions per tick: a lock and a few comparisons each. */
  static final int LOOKS_PER_TICK = 2000;

  /** The number of looks per tick, of the last walk, that may ask the holders of the session. */
  static final int QUESTIONS_PER_TICK = 100;

  /**
   * The number of silence timeouts after which a session yields its place. A takeover takes two,
   * with a serving lease about one more, and a silent holder is replaced in less. The messages that
   * the session has sent stay under way. So if all members are slow, one more session begins for
   * each place in that time.
   */
  private static final int PATIENCE = 4;

  /**
   * The number of tombstones that take as much room as one live session. A tombstone has nothing to
   * encode or to keep, and there may be many more of them than sessions.
   */
  static final int TOMBSTONES_PER_SESSION = 8;

  private final RepairPorts node;
  private final Sessions sessions;
  private final Pace pace;

  /** The walk for the sessions that lack a copy. */
  private Iterator<String> urgent = Collections.emptyIterator();

  /** The walk for the sessions of which a member that is about to leave has a copy. */
  private Iterator<String> leaving = Collections.emptyIterator();

  /** The walk over all sessions, and the flag that tells whether another must follow. */
  private Iterator<String> walk = Collections.emptyIterator();

  private boolean walkAgain;

  /**
   * A session's place on its way.
   *
   * @param sinceNanos when it got its place
   * @param room what it takes, in tombstones
   */
  private record Place(long sinceNanos, int room) {}

  /** The sessions on their way, and the room that all of them take. */
  private final Map<String, Place> moving = new LinkedHashMap<>();

  private int roomTaken;

  /**
   * The sessions in which something is under way for too long, as where each update comes before
   * the last is acknowledged. They are tried again, the first ones first, once no other session
   * wants a place.
   */
  private final Set<String> yielded = new LinkedHashSet<>();

  /** The sessions that wait for a member to answer, and take no place. */
  private final Set<String> heldUp = new HashSet<>();

  Repairs(RepairPorts node) {
    this.node = node;
    this.sessions = node.sessions;
    this.pace = new Pace(node.config);
  }

  /**
   * Begins to look at every session anew, since something changed. Repairs that have begun
   * continue, so that a series of changes does not keep the last sessions waiting.
   */
  void start() {
    heldUp.clear();
    yielded.clear();
    urgent = sessions.keys().iterator();
    leaving =
        node.cluster.isSomebodyLeaving() ? sessions.keys().iterator() : Collections.emptyIterator();
    walkAgain = true;
  }

  boolean areDone() {
    return !urgent.hasNext()
        && !leaving.hasNext()
        && !walk.hasNext()
        && !walkAgain
        && moving.isEmpty()
        && heldUp.isEmpty()
        && yielded.isEmpty()
        && node.agenda.begun().isEmpty();
  }

  void tick(long now) {
    for (Iterator<String> each = node.agenda.begun().iterator(); each.hasNext(); ) {
      // The walk may have passed it when it was another member's.
      move(each.next(), now);
      each.remove();
    }
    goOn(now);
    pace.tick(node.cluster.isSomebodyLeaving());
    mend(urgent, sessions::lacksCopies, now);
    if (!urgent.hasNext()) {
      mend(leaving, sessions::losesCopy, now);
    }
    if (!walk.hasNext() && walkAgain) {
      walkAgain = false;
      walk = sessions.keys().iterator();
    }
    int questions = 0;
    for (int looks = 0; looks < LOOKS_PER_TICK && walk.hasNext() && hasRoom(); looks++) {
      String key = walk.next();
      questions += sessions.isOwn(key) ? 1 : 0;
      reconcile(key, now);
      if (questions == QUESTIONS_PER_TICK) {
        break;
      }
    }
    if (!urgent.hasNext() && !leaving.hasNext() && !walk.hasNext() && !walkAgain) {
      tryAgain(now);
    }
  }

  /** Begins with the sessions that {@code which} matches, as far as there is room. */
  private void mend(Iterator<String> among, Predicate<String> which, long now) {
    for (int looks = 0; looks < LOOKS_PER_TICK && among.hasNext() && hasRoom(); looks++) {
      String key = among.next();
      if (which.test(key)) {
        reconcile(key, now);
      }
    }
  }

  /**
   * Gives the yielded sessions a place again, to see whether they are done. The copies that they
   * lack are sent again without a place, too.
   */
  private void tryAgain(long now) {
    for (Iterator<String> each = yielded.iterator(); each.hasNext() && hasRoom(); ) {
      String key = each.next();
      each.remove();
      move(key, now);
    }
  }

  /**
   * Continues the moves that have begun. A session that has taken too long yields its place; one
   * that waits for members that are not there waits apart.
   */
  private void goOn(long now) {
    long patience = PATIENCE * node.config.silenceTimeoutNanos();
    // One session's trouble must not keep the others from being repaired.
    Attempts attempts = new Attempts();
    for (Iterator<Map.Entry<String, Place>> each = moving.entrySet().iterator(); each.hasNext(); ) {
      Map.Entry<String, Place> moved = each.next();
      String key = moved.getKey();
      long takenNanos = now - moved.getValue().sinceNanos();
      boolean yields = takenNanos >= patience;
      boolean well =
          attempts.attempt(
              () -> {
                Sessions.Progress progress = sessions.goOnMoving(key, now);
                if (progress == Sessions.Progress.DONE || yields) {
                  pace.took(takenNanos);
                }
                if (progress != Sessions.Progress.UNDER_WAY || yields) {
                  leave(each, moved.getValue());
                }
                if (progress == Sessions.Progress.HELD_UP) {
                  heldUp.add(key);
                } else if (progress == Sessions.Progress.UNDER_WAY && yields) {
                  yielded.add(key);
                }
              });
      if (!well) {
        leave(each, moved.getValue());
      }
    }
    attempts.rethrow();
  }

  private void move(String key, long now) {
    yielded.remove(key);
    if (!moving.containsKey(key)) {
      int room = sessions.hasEnded(key) ? 1 : TOMBSTONES_PER_SESSION;
      moving.put(key, new Place(now, room));
      roomTaken += room;
    }
  }

  private void leave(Iterator<?> at, Place place) {
    at.remove();
    roomTaken -= place.room();
  }

  private boolean hasRoom() {
    // With a serving lease most of what is under way only waits for that.
    long waiting = node.config.servingLeaseNanos() / ReplicaConfig.TICK_NANOS;
    return roomTaken < (1 + waiting) * pace.room() * TOMBSTONES_PER_SESSION;
  }

  private void reconcile(String key, long now) {
    if (!sessions.beginToMove(key, now)) {
      move(key, now);
    }
  }
}
