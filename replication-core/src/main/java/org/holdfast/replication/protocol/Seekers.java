/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The requests that wait for one round to find their session, in the order in which they came. */
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

  List<Consumer<Acquired>> callbacks() {
    return seekers.stream().map(Seeker::callback).toList();
  }

  void phaseBegins() {
    present = seekers.size();
  }

  /** Takes out those that came during this phase: what it found out says nothing of their time. */
  List<Consumer<Acquired>> takeLate() {
    List<Seeker> late = seekers.subList(present, seekers.size());
    List<Consumer<Acquired>> callbacks = late.stream().map(Seeker::callback).toList();
    late.clear();
    return callbacks;
  }

  /** Whether the first came before {@code deadlineNanos}; {@code otherwise} if there is none. */
  boolean haveWaitedSince(long deadlineNanos, boolean otherwise) {
    return seekers.isEmpty() ? otherwise : seekers.get(0).sinceNanos - deadlineNanos < 0;
  }

  /** Takes out those that came before {@code deadlineNanos}. */
  List<Consumer<Acquired>> takeOlderThan(long deadlineNanos) {
    List<Consumer<Acquired>> old = new ArrayList<>();
    while (haveWaitedSince(deadlineNanos, false)) {
      old.add(seekers.remove(0).callback);
      present = Math.max(0, present - 1);
    }
    return old;
  }

  void answer(Acquired acquired, Effects effects) {
    callbacks().forEach(callback -> effects.later(() -> callback.accept(acquired)));
  }
}
