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

package org.holdfast.replication.transport.grizzly;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Hello;
import org.jspecify.annotations.Nullable;

/**
 * The admitted incoming streams, at most one per member name: a newer one ends the older one before
 * it delivers anything, so that the frames of a member never come from two threads or out of order.
 * Any thread.
 */
final class IncomingStreams {
  private final Admission admission;
  private final Incarnations incarnations;
  private final Consumer<Member> onReplacement;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<String, IncomingStream> byName = new HashMap<>();

  /**
   * Creates the registry.
   *
   * @param onReplacement hears of a member that replaced an older incarnation of its name
   */
  IncomingStreams(Admission admission, Incarnations incarnations, Consumer<Member> onReplacement) {
    this.admission = admission;
    this.incarnations = incarnations;
    this.onReplacement = onReplacement;
  }

  Admission admission() {
    return admission;
  }

  /**
   * Admits {@code stream} and ends the one it follows; returns why not, or null if it is admitted.
   */
  @Nullable String admit(Hello hello, IncomingStream stream) {
    Member peer = hello.from();
    IncomingStream former;
    boolean replacesOlder;
    synchronized (lock) {
      String refusal = admission.refusal(hello);
      if (refusal != null) {
        return refusal;
      }
      replacesOlder = incarnations.replacesOlder(peer);
      former = byName.put(peer.name(), stream);
    }
    if (former != null) {
      former.end();
    }
    if (replacesOlder) {
      onReplacement.accept(peer);
    }
    return null;
  }

  /** Ends the stream of an older incarnation of {@code newer}'s name, if there is one. */
  void endOlderThan(Member newer) {
    IncomingStream older;
    synchronized (lock) {
      older = byName.get(newer.name());
    }
    if (older != null && older.isOlderThan(newer)) {
      older.end();
    }
  }

  void forget(Member peer, IncomingStream stream) {
    synchronized (lock) {
      byName.remove(peer.name(), stream);
    }
  }
}
