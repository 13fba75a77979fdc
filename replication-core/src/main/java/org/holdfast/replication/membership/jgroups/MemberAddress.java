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

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.holdfast.replication.membership.Member;
import org.jgroups.Address;
import org.jgroups.util.ExtendedUUID;

/**
 * A member inside its JGroups address, so that a JGroups view alone tells everything about its
 * members and no further round of messages is needed.
 *
 * <p>Two entries of at most 255 bytes each: {@code hf} holds a format number (1 byte), incarnation
 * (8), port (2) and name (the rest); {@code hh} holds the host.
 */
final class MemberAddress {
  private static final byte FORMAT = 1;
  private static final byte[] IDENTITY = {'h', 'f'};
  private static final byte[] HOST = {'h', 'h'};

  private MemberAddress() {}

  /** Returns a new address, unlike all others, that carries {@code member}. */
  static ExtendedUUID of(Member member) {
    byte[] name = member.name().getBytes(StandardCharsets.US_ASCII);
    byte[] identity =
        ByteBuffer.allocate(1 + Long.BYTES + Short.BYTES + name.length)
            .put(FORMAT)
            .putLong(member.incarnation())
            .putShort((short) member.port())
            .put(name)
            .array();
    return ExtendedUUID.randomUUID(member.name())
        .put(IDENTITY, identity)
        .put(HOST, member.host().getBytes(StandardCharsets.US_ASCII));
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
    try {
      ByteBuffer buffer = ByteBuffer.wrap(identity);
      if (buffer.get() != FORMAT) {
        return Optional.empty();
      }
      long incarnation = buffer.getLong();
      int port = Short.toUnsignedInt(buffer.getShort());
      String name = StandardCharsets.ISO_8859_1.decode(buffer).toString();
      String hostName = new String(host, StandardCharsets.ISO_8859_1);
      Discovery.HostPort.requireHost(hostName, "replication host");
      return Optional.of(new Member(name, incarnation, hostName, port));
    } catch (BufferUnderflowException | IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }
}
