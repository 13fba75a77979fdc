// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.membership.Member;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;

/**
 * The processes that reach this member and are not in its cluster: members of other clusters, and
 * members whose settings do not fit. Logs one line a minute of each kind, and remembers the newest
 * for five minutes as the likely cause why this member is alone. Thread-safe.
 */
final class Outsiders {
  private static final String PREFIX = "holdfast/";
  private static final int MAX_NAME = 64;

  /** The time for which the newest one is a likely cause of being alone. */
  static final Duration LIKELY = Duration.ofMinutes(5);

  private record Seen(String line, long nanos) {}

  private final MembershipSettings settings;
  private final LongSupplier clock;
  private final Consumer<String> warning;
  private final Consumer<String> info;
  private final RareLines rare = new RareLines();
  private volatile @Nullable Seen newest;

  Outsiders(
      MembershipSettings settings,
      LongSupplier clock,
      Consumer<String> warning,
      Consumer<String> info) {
    this.settings = settings;
    this.clock = clock;
    this.warning = warning;
    this.info = info;
  }

  /** Takes note of a message of a member of another cluster, which is dropped. */
  void ofOtherCluster(String channel, @Nullable Address sender) {
    String cluster = channel.startsWith(PREFIX) ? channel.substring(PREFIX.length()) : channel;
    String line =
        describe(sender)
            + " belongs to cluster \""
            + cluster.substring(0, Math.min(cluster.length(), MAX_NAME)).replaceAll("[^!-~]", "?")
            + "\", this member to cluster \""
            + settings.cluster()
            + "\"; to share sessions, both need the same setting cluster";
    remember(line);
    // Clusters on one machine share the ten ports by design; elsewhere a stranger is worth a line.
    if (!(settings.discovery() instanceof Discovery.Local)) {
      warn("other cluster", line);
    }
  }

  /** Takes note of a frame that no member sends; its connection is closed. */
  void ofUnknownFrame(String reason) {
    warn(
        "unknown frame",
        "a process sent a frame to the membership port that no member sends: "
            + reason
            + "; this node closes its connections");
  }

  /**
   * Takes note of a frame with an address that its sender may not name; it is ignored. A member of
   * the cluster sends such frames to one that joins and lists a part of the hosts.
   */
  void ofForeignAddress(@Nullable InetAddress host) {
    rare.add(
        "foreign address",
        clock.getAsLong(),
        info,
        "ignored a message of "
            + (host == null ? "a process" : host.getHostAddress())
            + " that names an address which the setting discovery does not list; this node connects"
            + " to such an address only when its member is in the view");
  }

  /** Takes note that TLS with a peer failed; the connection is closed. */
  void ofUnprovenPeer(String peer, String reason) {
    String line = "TLS with " + peer + " failed: " + reason;
    remember(line);
    warn("unproven peer", line);
  }

  private void remember(String line) {
    newest = new Seen(line, clock.getAsLong());
  }

  private void warn(String kind, String line) {
    rare.add(kind, clock.getAsLong(), warning, line);
  }

  /**
   * Returns why {@code address} must not become a member of the cluster of this one, and logs that;
   * null if it may.
   */
  @Nullable String refusal(@Nullable Address address) {
    Optional<Member> read = address == null ? Optional.empty() : MemberAddress.read(address);
    if (read.isEmpty()) {
      return null; // ViewDelivery reports addresses that carry no member
    }
    Member self = settings.self();
    Member other = read.get();
    String conflict = self.settings().conflict(self.name(), other.settings(), other.name());
    if (conflict == null) {
      return null;
    }
    String line =
        self.name()
            + " and "
            + other.name()
            + " cannot be in one cluster \""
            + settings.cluster()
            + "\": "
            + conflict;
    remember(line);
    warn("settings", line);
    return line;
  }

  /**
   * Returns the newest of them, as a likely cause of being alone; null if there was none in the
   * last {@link #LIKELY}.
   */
  @Nullable String newest() {
    Seen seen = newest;
    return seen == null || clock.getAsLong() - seen.nanos > LIKELY.toNanos() ? null : seen.line;
  }

  private static String describe(@Nullable Address sender) {
    Optional<Member> member = sender == null ? Optional.empty() : MemberAddress.read(sender);
    if (member.isPresent()) {
      return member.get().name() + " (" + member.get().host() + ")";
    }
    return sender == null ? "a process" : ViewReader.printable(sender);
  }
}
