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

package org.holdfast.replication.session;

import java.util.ArrayList;
import java.util.List;

/**
 * The secrets of the ids that a session had a few seconds ago, the newest first: requests that a
 * client sent at the same time as the one that changed the id still carry them. Immutable.
 */
final class FormerIds {
  /** How many of one session are known; a login changes the id once or twice. */
  static final int MOST = 4;

  /** For how long an id is known as a former one. */
  private static final long OLD_ID_NANOS = 5_000_000_000L;

  private record Former(String secret, long sinceNanos) {}

  private final List<Former> all;

  private FormerIds(List<Former> all) {
    this.all = List.copyOf(all);
  }

  /** Those that came with a session: how long ago they changed elsewhere is not known here. */
  static FormerIds of(List<String> secrets, long nowNanos) {
    return new FormerIds(secrets.stream().map(secret -> new Former(secret, nowNanos)).toList());
  }

  /** With one more; those that are too old or too many are left out. */
  FormerIds with(String secret, long nowNanos) {
    List<Former> next = new ArrayList<>(MOST);
    next.add(new Former(secret, nowNanos));
    for (Former former : all) {
      if (next.size() < MOST && isRecent(former, nowNanos)) {
        next.add(former);
      }
    }
    return new FormerIds(next);
  }

  List<String> secrets() {
    return all.stream().map(Former::secret).toList();
  }

  /** Whether the id of {@code key} that ends in {@code secret} became another not long ago. */
  boolean hasRecent(String key, String secret, long nowNanos) {
    boolean found = false;
    for (Former former : all) {
      found |= new SessionId(key, former.secret()).hasSecret(secret) && isRecent(former, nowNanos);
    }
    return found;
  }

  private static boolean isRecent(Former former, long nowNanos) {
    return nowNanos - former.sinceNanos() < OLD_ID_NANOS;
  }
}
