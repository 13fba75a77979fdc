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
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Replica;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds an application's sessions whose time is over and that the integration does not watch
 * itself. Thread-safe.
 */
final class Expiry {
  private static final Logger log = LoggerFactory.getLogger(Expiry.class);

  /** How long one look for expired sessions goes on asking; the others wait for the next. */
  private static final long MOST_EXPIRING_NANOS = 5_000_000_000L;

  private final SessionReplicator replicator;
  private final Consumer<String> beforeAcquire;

  Expiry(SessionReplicator replicator) {
    this(replicator, key -> {});
  }

  /**
   * @param beforeAcquire hears of each listed key before the session is acquired: what happens to
   *     the session in between is what the list cannot know
   */
  Expiry(SessionReplicator replicator, Consumer<String> beforeAcquire) {
    this.replicator = replicator;
    this.beforeAcquire = beforeAcquire;
  }

  /** See {@link SessionReplicator#takeExpired}. */
  List<ReplicatedSession> take() {
    List<ReplicatedSession> expired = new ArrayList<>();
    long start = replicator.now();
    for (String key : replica().expired(start)) {
      if (replicator.now() - start > MOST_EXPIRING_NANOS) {
        break;
      }
      if (replicator.serves(key) && !replicator.hasOwner(key)) {
        beforeAcquire.accept(key);
        CompletableFuture<Acquired> answer = new CompletableFuture<>();
        replica().acquire(key, null, replicator.now(), answer::complete);
        if (answer.getNow(null) instanceof Acquired.Owned owned) {
          take(key, owned, expired);
        } else {
          // Just being handed over: it is another node's to expire.
          replicator.giveBack(answer, key);
        }
      }
    }
    return expired;
  }

  private void take(String key, Acquired.Owned owned, List<ReplicatedSession> expired) {
    // The list may be seconds old: the session may have gone, been used, and come back since.
    boolean isOver = owned.leaseNanos() == 0;
    if (!isOver || !replicator.acknowledgements().isStillOurs(key, owned.ownership())) {
      replica().end(key, owned.ownership(), replicator.now());
      return;
    }
    SessionSettings settings;
    try {
      settings = SessionSettings.of(owned.image().settings());
    } catch (IllegalArgumentException e) {
      log.warn("a session expires without its listeners being told: {}", e.getMessage());
      replica().remove(key, owned.ownership(), replicator.now());
      replica().end(key, owned.ownership(), replicator.now());
      return;
    }
    if (replicator.open(new SessionId(key, settings.secret()), owned)
        instanceof Lookup.Found found) {
      found.session().exit();
      expired.add(found.session());
    }
  }

  private Replica replica() {
    return replicator.replica();
  }
}
