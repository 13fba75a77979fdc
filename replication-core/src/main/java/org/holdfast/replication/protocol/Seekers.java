// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.jspecify.annotations.Nullable;

/**
 * The requests that wait for one round to find their session, in the order in which they joined it:
 * one that waited for a hand-over before may come after a younger one.
 */
final class Seekers {
  private record Seeker(Consumer<Acquired> callback, long sinceNanos) {}

  private final List<Seeker> seekers = new ArrayList<>(1);

  /** How many were there when the phase of now began. */
  private int present;

  void add(Consumer<Acquired> callback, long nowNanos) {
    seekers.add(new Seeker(callback, nowNanos));
  }

  boolean isEmpty() {
    return seekers.isEmpty();
  }

  /** Whether one of them begins the session if there is none. */
  boolean mayBegin() {
    return seekers.stream().anyMatch(seeker -> ChosenRequest.begins(seeker.callback));
  }

  /** What a session begins with for one of them, where there is none. */
  Message.@Nullable Held founded() {
    return founded(null);
  }

  /** What follows {@code end} for one of them; that end if nobody wants another session. */
  Message.Held foundedAfter(Message.Held end) {
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

  /** What is counted when the round is won for them. */
  Counter kindOfTerm(boolean begun) {
    Counter taken = isEmpty() ? Counter.ADOPTIONS : Counter.TAKEOVERS;
    return begun ? Counter.CREATED : taken;
  }

  /** Gives each with the time when it came. */
  void forEach(ObjLongConsumer<Consumer<Acquired>> action) {
    seekers.forEach(each -> action.accept(each.callback, each.sinceNanos));
  }

  List<Consumer<Acquired>> callbacks() {
    return seekers.stream().map(Seeker::callback).toList();
  }

  void phaseBegins() {
    present = seekers.size();
  }

  /** Takes out those that came before this phase: what it found out is of no use to the others. */
  List<Consumer<Acquired>> takePresent() {
    List<Seeker> before = seekers.subList(0, present);
    List<Consumer<Acquired>> callbacks = before.stream().map(Seeker::callback).toList();
    before.clear();
    present = 0;
    return callbacks;
  }

  /** Whether one came before {@code deadlineNanos}; {@code otherwise} if there is none at all. */
  boolean haveWaitedSince(long deadlineNanos, boolean otherwise) {
    return seekers.isEmpty()
        ? otherwise
        : seekers.stream().anyMatch(each -> each.sinceNanos - deadlineNanos < 0);
  }

  /** Takes out those that came before {@code deadlineNanos}. */
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

  void answer(Acquired acquired, Effects effects) {
    callbacks().forEach(callback -> effects.later(() -> callback.accept(acquired)));
  }
}
