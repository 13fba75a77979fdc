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

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.jspecify.annotations.Nullable;

/** Learns from all members how far they are with the current view. */
final class ViewTracker {
  /*
   * Threads: the protocol thread installs views; transport threads bring the reports of others. `views` is replaced under the
   * lock and read anywhere.
   */
  private final Member self;
  private volatile @Nullable Views views;

  /** Member to whether it has rebalanced; members that have not reported are absent. */
  @GuardedBy("this")
  private final Map<Member, Boolean> reports = new HashMap<>();

  /** Reports that came before their view did. */
  @GuardedBy("this")
  private final Map<Member, Message.ViewStatus> early = new HashMap<>();

  ViewTracker(Member self) {
    this.self = self;
  }

  /** The views now; null before the first one. */
  @Nullable Views views() {
    return views;
  }

  synchronized void install(View view) {
    views = Views.next(views, view, self);
    reports.clear();
    reports.put(self, false);
    early.forEach(
        (member, status) -> {
          if (isFor(status, view)) {
            reports.put(member, status.rebalanced());
          }
        });
    early.clear();
    advance();
  }

  /** Takes in a report; returns whether the current view became confirmed or settled by it. */
  synchronized boolean record(Member from, Message.ViewStatus status) {
    Views now = views;
    if (now == null || status.viewNumber() > now.current().number()) {
      early.put(from, status);
      return false;
    }
    if (!isFor(status, now.current()) || !now.current().contains(from)) {
      return false;
    }
    reports.merge(from, status.rebalanced(), Boolean::logicalOr);
    return advance();
  }

  /** The own sessions are where the current view wants them. */
  synchronized boolean rebalanced() {
    reports.put(self, true);
    return advance();
  }

  synchronized boolean isRebalanced() {
    return reports.getOrDefault(self, false);
  }

  private static boolean isFor(Message.ViewStatus status, View view) {
    return status.viewNumber() == view.number() && status.viewCreator().equals(view.creator());
  }

  @GuardedBy("this")
  private boolean advance() {
    Views now = views;
    if (now == null) {
      return false;
    }
    Views next = now;
    if (!next.confirmed() && reports.keySet().containsAll(next.current().members())) {
      next = next.confirm();
    }
    if (!next.settled()
        && next.current().members().stream().allMatch(m -> reports.getOrDefault(m, false))) {
      next = next.settle();
    }
    views = next;
    return next != now;
  }
}
