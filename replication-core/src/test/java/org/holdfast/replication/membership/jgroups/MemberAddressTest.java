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

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.holdfast.replication.membership.Member;
import org.jgroups.Address;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.ExtendedUUID;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;

class MemberAddressTest {
  private static final byte[] IDENTITY = {'h', 'f'};
  private static final byte[] HOST = {'h', 'h'};

  @Test
  void carriesTheWholeMember_overTheWire() throws Exception {
    for (Member member :
        List.of(
            new Member("n", Long.MIN_VALUE, "::1", 1),
            new Member("node-1", 42, "127.0.0.1", 32_768),
            new Member("N".repeat(64), Long.MAX_VALUE, "h".repeat(253), 65_535))) {
      Member read = MemberAddress.read(overTheWire(MemberAddress.of(member))).orElseThrow();

      assertThat(read).isEqualTo(member);
      assertThat(read.host()).isEqualTo(member.host());
      assertThat(read.port()).isEqualTo(member.port());
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
    assertThat(MemberAddress.read(address(validIdentity(), null))).isEmpty();
  }

  @Test
  void readsNothing_whenBytesAreMissingOrOfALaterFormat() {
    byte[] identity = validIdentity();
    for (int length = 0; length < 12; length++) {
      assertThat(MemberAddress.read(address(Arrays.copyOf(identity, length), HOST))).isEmpty();
    }
    assertThat(MemberAddress.read(address(Arrays.copyOf(identity, 12), HOST))).isPresent();
    identity[0] = 2;
    assertThat(MemberAddress.read(address(identity, HOST))).isEmpty();
  }

  @Test
  void neverFails_whateverTheBytes() {
    Random random = new Random(5);
    for (int i = 0; i < 100_000; i++) {
      byte[] identity = new byte[random.nextInt(40)];
      byte[] host = new byte[random.nextInt(3)];
      random.nextBytes(identity);
      random.nextBytes(host);
      if (identity.length > 0) {
        identity[0] = 1;
      }

      MemberAddress.read(address(identity, host))
          .ifPresent(member -> assertThat(member.name()).matches("[A-Za-z0-9_-]+"));
    }
  }

  private static byte[] validIdentity() {
    return MemberAddress.of(new Member("node-1", 42, "127.0.0.1", 7000)).get(IDENTITY);
  }

  private static Address address(byte[] identity, byte[] host) {
    ExtendedUUID uuid = ExtendedUUID.randomUUID().put(IDENTITY, identity);
    return host == null ? uuid : uuid.put(HOST, host);
  }

  private static Address overTheWire(Address address) throws Exception {
    ByteArrayDataOutputStream out = new ByteArrayDataOutputStream(512);
    Util.writeAddress(address, out);
    return Util.readAddress(new ByteArrayDataInputStream(out.buffer(), 0, out.position()));
  }
}
