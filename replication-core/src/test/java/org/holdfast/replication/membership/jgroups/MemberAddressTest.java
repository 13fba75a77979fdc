// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.holdfast.replication.membership.AnnouncedSettings;
import org.holdfast.replication.membership.Member;
import org.jgroups.Address;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.ExtendedUUID;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemberAddressTest {
  private static final byte[] IDENTITY = {'h', 'f'};
  private static final byte[] HOST = {'h', 'h'};

  @Test
  void carriesTheWholeMember_overTheWire() throws Exception {
    for (Member member :
        List.of(
            new Member("n", Long.MIN_VALUE, "::1", 1),
            new Member("node-1", 42, "127.0.0.1", 32_768),
            new Member("node-2", 42, "127.0.0.1", 32_768, "rack-7", ""),
            new Member("node-3", 42, "127.0.0.1", 32_768, "", "2.0.1"),
            new Member("n", 1, "h", 1, "z".repeat(64), "v".repeat(64)),
            new Member("node-4", 1, "h", 1, "", "", settings("16777216", "2", "consistent")),
            new Member("N".repeat(64), Long.MAX_VALUE, "h".repeat(253), 65_535))) {
      Member read = MemberAddress.read(overTheWire(MemberAddress.of(member))).orElseThrow();

      assertThat(read).isEqualTo(member);
      assertThat(read.host()).isEqualTo(member.host());
      assertThat(read.port()).isEqualTo(member.port());
      assertThat(read.zone()).isEqualTo(member.zone());
      assertThat(read.version()).isEqualTo(member.version());
      assertThat(read.settings()).isEqualTo(member.settings());
    }
  }

  @Test
  void differsEachTime_soThatARestartIsNeverTakenForTheOldProcess() {
    Member member = new Member("node-1", 42, "127.0.0.1", 7000);

    assertThat(MemberAddress.of(member)).isNotEqualTo(MemberAddress.of(member));
  }

  @Test
  void readsNothing_fromAddressesOfOthers() {
    assertThat(MemberAddress.read(UUID.randomUUID())).isEmpty();
    assertThat(MemberAddress.read(ExtendedUUID.randomUUID())).isEmpty();
    assertThat(MemberAddress.read(ExtendedUUID.randomUUID().put(HOST, new byte[] {'h'}))).isEmpty();
    assertThat(
            MemberAddress.read(ExtendedUUID.randomUUID().put(IDENTITY, ascii("1/9000/16/node-1"))))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "1/9000/16",
        "2/9000/16/node-1",
        "1/0/16/node-1",
        "1/65536/16/node-1",
        "1/x/16/node-1",
        "1/9000//node-1",
        "1/9000/1y2p0ij32e8e8/node-1",
        "1/9000/16/",
        "1/9000/16/node 1",
        "1/9000/16/node-1/x",
        "1/9000/16/node-1\nERROR forged"
      })
  void readsNothing_fromIdentitiesThatAreMalformed(String identity) {
    assertThat(MemberAddress.read(address(ascii(identity), ascii("h")))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "zone", "a zone/1", "zone/1/2", "zone/1\nERROR forged"})
  void readsNothing_whenZoneAndVersionAreMalformed(String labels) {
    ExtendedUUID address = (ExtendedUUID) address(ascii("1/9000/16/node-1"), ascii("h"));
    address.put(new byte[] {'h', 'l'}, ascii(labels));

    assertThat(MemberAddress.read(address)).isEmpty();
  }

  @Test
  void ignoresSettings_thatALaterReleaseAnnounces() {
    ExtendedUUID address = (ExtendedUUID) address(ascii("1/9000/16/node-1"), ascii("h"));
    address.put(new byte[] {'h', 's'}, ascii("7/1" + "/x".repeat(7) + "/2-3" + "/x".repeat(20)));

    Member read = MemberAddress.read(address).orElseThrow();

    assertThat(read.settings().values()).hasSameSizeAs(AnnouncedSettings.NAMES);
    assertThat(read.settings().secondaries(3)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "7/many", "7//available", "7/1\nERROR forged"})
  void readsNothing_whenTheSettingsAreMalformed(String settings) {
    ExtendedUUID address = (ExtendedUUID) address(ascii("1/9000/16/node-1"), ascii("h"));
    address.put(new byte[] {'h', 's'}, ascii(settings));

    assertThat(MemberAddress.read(address)).isEmpty();
  }

  private static AnnouncedSettings settings(String... values) {
    return new AnnouncedSettings(List.of(values));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a host", "h\n", "caf\u00e9"})
  void readsNothing_whenTheHostIsMalformed(String host) {
    assertThat(MemberAddress.read(address(ascii("1/9000/16/node-1"), ascii(host)))).isEmpty();
  }

  @Test
  void readsTheFormatThatItWrites_fromReleaseToRelease() {
    Member member = new Member("node-1", 42, "127.0.0.1", 9000);
    ExtendedUUID address = MemberAddress.of(member);

    assertThat(address.get(IDENTITY)).isEqualTo(ascii("1/9000/16/node-1"));
    assertThat(address.get(HOST)).isEqualTo(ascii("127.0.0.1"));
    assertThat(MemberAddress.read(address(ascii("1/9000/16/node-1"), ascii("127.0.0.1"))))
        .contains(member);
  }

  @Test
  void neverFails_whateverByteOfAnIdentityIsChanged() {
    for (int at = 0; at < "1/9000/16/node-1".length(); at++) {
      for (int value = 0; value < 256; value++) {
        byte[] identity = ascii("1/9000/16/node-1");
        identity[at] = (byte) value;

        MemberAddress.read(address(identity, ascii("h")))
            .ifPresent(member -> assertThat(member.name()).matches("[A-Za-z0-9_-]+"));
      }
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static Address address(byte[] identity, byte[] host) {
    return ExtendedUUID.randomUUID().put(IDENTITY, identity).put(HOST, host);
  }

  private static Address overTheWire(Address address) throws Exception {
    ByteArrayDataOutputStream out = new ByteArrayDataOutputStream(512);
    Util.writeAddress(address, out);
    return Util.readAddress(new ByteArrayDataInputStream(out.buffer(), 0, out.position()));
  }
}
