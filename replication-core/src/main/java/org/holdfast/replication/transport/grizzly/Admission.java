// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.util.Locale;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Hello;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.UnknownVersions;
import org.jspecify.annotations.Nullable;

/**
 * Decides which HELLO is refused at once. The reasons travel back to the caller, so they contain
 * nothing that the caller has not said itself, the spoken versions aside. Remembers nothing itself;
 * any thread.
 */
final class Admission {
  /**
   * The one answer for several mistakes: a caller that tries clusters, names and incarnations does
   * not learn which of them it has guessed.
   */
  static final String MEANT_FOR_ANOTHER =
      "meant for another member: the called cluster, name or incarnation is not the one here";

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

  /** Returns why {@code hello} is refused, or null if its sender is welcome once it is listed. */
  @Nullable String refusal(Hello hello) {
    Member from = hello.from();
    if (!hello.cluster().equals(cluster)
        || !hello.toName().equals(self.name())
        || hello.toIncarnation() != self.incarnation()) {
      return MEANT_FOR_ANOTHER;
    }
    if (from.name().equals(self.name())) {
      return "name taken: "
          + from.name()
          + " is the name of the member that was called; names must differ in a cluster";
    }
    return incarnations.successorOf(from) == null
        ? null
        : "stale incarnation: " + from.name() + " was started again since";
  }

  /**
   * Returns whether {@code hello} calls another start of this member. The other members do that for
   * a moment after each restart, until they learn of it, so it needs no warning.
   */
  boolean callsAnotherStart(Hello hello) {
    return hello.cluster().equals(cluster)
        && hello.toName().equals(self.name())
        && hello.toIncarnation() != self.incarnation();
  }

  String refusal(UnknownVersions versions) {
    return String.format(
        Locale.ROOT,
        "no common protocol version: this member speaks %s, the caller %d to %d",
        spoken,
        versions.minVersion(),
        versions.maxVersion());
  }

  /**
   * Returns the listed member that {@code caller} claims to be, with the address that was listed;
   * null if there is none.
   */
  @Nullable Member listed(Member caller) {
    return incarnations.listed(caller);
  }
}
