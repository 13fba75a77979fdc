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
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** Responses that wait for a session to be protected. Guarded by the lock of the session. */
final class Waiters {
  /**
   * Wants {@code version} protected, by acknowledgements not all older than {@code notBeforeNanos};
   * whoever asked has gone on without at {@code deadlineNanos}.
   */
  private record Waiter(
      long version, long notBeforeNanos, long deadlineNanos, Consumer<Outcome> callback) {}

  private final List<Waiter> waiters = new ArrayList<>(1);

  void add(long version, long notBeforeNanos, long deadlineNanos, Consumer<Outcome> callback) {
    waiters.add(new Waiter(version, notBeforeNanos, deadlineNanos, callback));
  }

  boolean isEmpty() {
    return waiters.isEmpty();
  }

  /** Answers those that have what they wait for. */
  void serve(long protectedVersion, long freshNanos, Effects effects) {
    for (Iterator<Waiter> each = waiters.iterator(); each.hasNext(); ) {
      Waiter waiter = each.next();
      if (protectedVersion >= waiter.version && freshNanos - waiter.notBeforeNanos >= 0) {
        each.remove();
        effects.later(() -> waiter.callback.accept(Outcome.PROTECTED));
      }
    }
  }

  /** Answers those whose time is over. */
  void expire(long nowNanos, Effects effects) {
    for (Iterator<Waiter> each = waiters.iterator(); each.hasNext(); ) {
      Waiter waiter = each.next();
      if (nowNanos - waiter.deadlineNanos >= 0) {
        each.remove();
        effects.later(() -> waiter.callback.accept(Outcome.DEGRADED));
      }
    }
  }

  void answerAll(Outcome outcome, Effects effects) {
    for (Waiter waiter : waiters) {
      effects.later(() -> waiter.callback.accept(outcome));
    }
    waiters.clear();
  }
}
