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

import java.util.Locale;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Hello;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.UnknownVersions;
import org.jspecify.annotations.Nullable;

/** Decides who may connect and why not. Remembers nothing itself; any thread. */
final class Admission {
  private final String cluster;
  private final Member self;
  private final Incarnations incarnations;
  private final SpokenVersions spoken;

  Admission(String cluster, Member self, Incarnations incarnations, SpokenVersions spoken) {
    this.cluster = cluster;
    this.self = self;
    this.incarnations = incarnations;
    this.spoken = spoken;
  }

  /** Returns why {@code hello} is refused, or null if it is welcome. */
  @Nullable String refusal(Hello hello) {
    Member from = hello.from();
    if (!hello.cluster().equals(cluster)) {
      // The name is not repeated: it was not checked and may be anything.
      return "wrong cluster: " + self.name() + " belongs to cluster " + cluster;
    }
    if (!hello.toName().equals(self.name()) || hello.toIncarnation() != self.incarnation()) {
      return "meant for another member: " + self + " answers at this address now";
    }
    if (from.name().equals(self.name())) {
      return "name taken: "
          + from.name()
          + " is the name of the member that was called; names must differ in a cluster";
    }
    long newest = incarnations.newestOf(from);
    if (newest > from.incarnation()) {
      return "stale incarnation: "
          + from.name()
          + " was started again since, as "
          + Long.toString(newest, 36);
    }
    return null;
  }

  String refusal(UnknownVersions versions) {
    return String.format(
        Locale.ROOT,
        "no common protocol version: %s speaks %s, the caller %d to %d",
        self.name(),
        spoken,
        versions.minVersion(),
        versions.maxVersion());
  }
}
