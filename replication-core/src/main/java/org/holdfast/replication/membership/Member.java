// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership;

import java.util.Comparator;
import java.util.regex.Pattern;

/**
 * A process of the cluster: a name that survives a restart, an incarnation that does not, and the
 * address where it receives replication.
 *
 * <p>Placement uses the name alone, so a restarted member gets its sessions back; everything else
 * compares the whole identity, so that a restarted member is never mistaken for the one that died.
 *
 * @param name 1 to 64 characters of {@code [A-Za-z0-9_-]}; also the sticky route of the member
 * @param incarnation another one at each start, in no order: drawn at random
 * @param host host name or address on which the member accepts replication
 * @param port TCP port, 1 to 65535
 * @param zone what it may fail together with: a rack, a data centre; empty if that is not known; 0
 *     to 64 characters of {@code [A-Za-z0-9_.-]}
 * @param version of the applications on it; empty if that is not known; as {@code zone}
 * @param settings the settings that it announced when it joined
 */
public record Member(
    String name,
    long incarnation,
    String host,
    int port,
    String zone,
    String version,
    AnnouncedSettings settings)
    implements Comparable<Member> {
  private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9_.-]{0,64}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final Comparator<Member> ORDER =
      Comparator.comparing(Member::name).thenComparingLong(Member::incarnation);

  public Member {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "member name must be 1 to 64 characters of [A-Za-z0-9_-], was \"" + name + "\"");
    }
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException(
          "port of member " + name + " must be 1 to 65535, was " + port);
    }
    requireLabel("zone", name, zone);
    requireLabel("version", name, version);
  }

  /** Creates a member that announced no settings. */
  public Member(String name, long incarnation, String host, int port, String zone, String version) {
    this(name, incarnation, host, port, zone, version, AnnouncedSettings.NONE);
  }

  /** Creates a member of which neither zone nor version is known. */
  public Member(String name, long incarnation, String host, int port) {
    this(name, incarnation, host, port, "", "");
  }

  private static void requireLabel(String label, String name, String value) {
    if (!LABEL.matcher(value).matches()) {
      throw new IllegalArgumentException(
          label
              + " of member "
              + name
              + " must be 0 to 64 characters of [A-Za-z0-9_.-], was \""
              + value
              + "\"");
    }
  }

  /** Tells whether both are the same process; the address does not count. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Member that
        && name.equals(that.name)
        && incarnation == that.incarnation;
  }

  @Override
  public int hashCode() {
    return name.hashCode() * 31 + Long.hashCode(incarnation);
  }

  @Override
  public int compareTo(Member other) {
    return ORDER.compare(this, other);
  }

  /** Returns the name, the {@linkplain #tag tag} of the incarnation and the address. */
  @Override
  public String toString() {
    return name + "/" + Long.toString(tag(incarnation), 36) + " (" + host + ":" + port + ")";
  }

  /**
   * Returns 20 bits that tell the processes of one name apart, for logs and headers. The
   * incarnation itself is not for them: with it a program could claim to be the member.
   */
  public static long tag(long incarnation) {
    return incarnation * 0x9E37_79B9_7F4A_7C15L >>> 44; // the golden ratio spreads near values
  }
}
