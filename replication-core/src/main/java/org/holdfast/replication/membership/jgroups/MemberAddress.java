// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.holdfast.replication.membership.AnnouncedSettings;
import org.holdfast.replication.membership.Member;
import org.jgroups.Address;
import org.jgroups.util.ExtendedUUID;
import org.jspecify.annotations.Nullable;

/**
 * A member inside its JGroups address, so that a JGroups view alone tells everything about its
 * members and no further round of messages is needed.
 *
 * <p>Entries of at most 255 bytes each, in text since JGroups shows them in its logs and thread
 * names: {@code hf} holds {@code 1/PORT/INCARNATION/NAME}, with 1 for the format and the
 * incarnation in base 36. {@code hh} holds the host. {@code hl} holds {@code ZONE/VERSION}, and
 * {@code hs} the values of the announced settings with {@code /} between them; both may be absent.
 * Earlier releases ignore {@code hs}; values that a later release adds at its end are ignored here.
 */
final class MemberAddress {
  private static final String FORMAT = "1";
  private static final int FIELDS = 4;
  private static final int INCARNATION_RADIX = 36;
  private static final byte[] IDENTITY = {'h', 'f'};
  private static final byte[] HOST = {'h', 'h'};
  private static final byte[] LABELS = {'h', 'l'};
  private static final byte[] SETTINGS = {'h', 's'};
  private static final String BYTE = "(25[0-5]|2[0-4]\\d|1?\\d?\\d)";
  private static final Pattern IPV4 = Pattern.compile("(" + BYTE + "\\.){3}" + BYTE);

  private MemberAddress() {}

  /** Returns a new address, unlike all others, that carries {@code member}. */
  static ExtendedUUID of(Member member) {
    String identity =
        String.join(
            "/",
            FORMAT,
            Integer.toString(member.port()),
            Long.toString(member.incarnation(), INCARNATION_RADIX),
            member.name());
    ExtendedUUID address =
        ExtendedUUID.randomUUID(member.name())
            .put(IDENTITY, identity.getBytes(StandardCharsets.US_ASCII))
            .put(HOST, member.host().getBytes(StandardCharsets.US_ASCII));
    if (!member.settings().values().isEmpty()) {
      String settings = String.join("/", member.settings().values());
      address.put(SETTINGS, settings.getBytes(StandardCharsets.US_ASCII));
    }
    if (member.zone().isEmpty() && member.version().isEmpty()) {
      return address;
    }
    String labels = member.zone() + "/" + member.version();
    return address.put(LABELS, labels.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Returns the member that {@code address} carries, or nothing if it carries none: another
   * program, or a release that we do not understand.
   */
  static Optional<Member> read(Address address) {
    if (!(address instanceof ExtendedUUID uuid)) {
      return Optional.empty();
    }
    byte[] identity = uuid.get(IDENTITY);
    byte[] host = uuid.get(HOST);
    if (identity == null || host == null) {
      return Optional.empty();
    }
    String[] fields = new String(identity, StandardCharsets.ISO_8859_1).split("/", FIELDS);
    if (fields.length < FIELDS || !fields[0].equals(FORMAT)) {
      return Optional.empty();
    }
    byte[] labels = uuid.get(LABELS);
    String[] zoneAndVersion =
        labels == null
            ? new String[] {"", ""}
            : new String(labels, StandardCharsets.ISO_8859_1).split("/", -1);
    if (zoneAndVersion.length != 2) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Member(
              fields[3],
              Long.parseLong(fields[2], INCARNATION_RADIX),
              Discovery.HostPort.requireHost(
                  new String(host, StandardCharsets.ISO_8859_1), "replication host"),
              Integer.parseInt(fields[1]),
              zoneAndVersion[0],
              zoneAndVersion[1],
              settings(uuid.get(SETTINGS))));
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  /**
   * Returns the address where {@code member} accepts replication. Asks no name service: a host that
   * is a name stays unresolved.
   */
  static InetSocketAddress place(Member member) {
    String host = member.host();
    if (host.indexOf(':') >= 0 || IPV4.matcher(host).matches()) {
      try {
        String literal = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return new InetSocketAddress(InetAddress.getByName(literal), member.port());
      } catch (UnknownHostException malformed) {
        // is no address; nobody resolves it either
      }
    }
    return InetSocketAddress.createUnresolved(host, member.port());
  }

  private static AnnouncedSettings settings(byte @Nullable [] announced) {
    if (announced == null) {
      return AnnouncedSettings.NONE;
    }
    String[] values = new String(announced, StandardCharsets.ISO_8859_1).split("/", -1);
    int known = Math.min(values.length, AnnouncedSettings.NAMES.size());
    return new AnnouncedSettings(List.of(values).subList(0, known));
  }
}
