// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.codec.Envelope;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** JDKs know different time zones; none may be taken for another. */
class ZoneIdsTest extends HostileBytes {
  /** All have one length, so that only these bytes differ. */
  private static final String KNOWN = "Europe/Berlin";

  private static final String UNKNOWN = "Europe/Laputa";

  static List<Object> values() {
    ZoneId zone = ZoneId.of(KNOWN);
    return List.of(
        TimeZone.getTimeZone(KNOWN),
        zone,
        ZonedDateTime.of(LocalDateTime.of(2026, 7, 1, 1, 1), zone));
  }

  @ParameterizedTest
  @MethodSource("values")
  void refusesAZoneThatThisJdkDoesNotKnow(Object value) {
    byte[] envelope = codec.encode("a", value);
    assertThat(codec.decode("a", envelope)).isEqualTo(value);

    assertThatThrownBy(() -> codec.decode("a", renamed(envelope)))
        .isInstanceOf(CorruptAttributeException.class);
  }

  @ParameterizedTest
  @MethodSource("values")
  void refusesAZoneThatThisJdkDoesNotKnow_throughTheJdk(Object value) {
    byte[] envelope = jdkCodec.encode("a", new ArrayList<>(List.of(value)));
    assertThat(jdkCodec.decode("a", envelope)).isEqualTo(List.of(value));
    if (value instanceof TimeZone) {
      return; // carries its rules
    }

    assertThatThrownBy(() -> jdkCodec.decode("a", renamed(envelope)))
        .isInstanceOf(CorruptAttributeException.class)
        .hasMessageContaining("time zone");
  }

  private static byte[] renamed(byte[] envelope) {
    byte[] from = KNOWN.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    byte[] to = UNKNOWN.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    byte[] payload = java.util.Arrays.copyOfRange(envelope, Envelope.HEADER_BYTES, envelope.length);
    for (int at = 0; at + from.length <= payload.length; at++) {
      boolean found = true;
      for (int i = 0; i < from.length; i++) {
        // Kryo marks the end of a text in its last byte.
        found &= (payload[at + i] & 0x7f) == from[i];
      }
      for (int i = 0; found && i < from.length; i++) {
        payload[at + i] = (byte) (to[i] | (payload[at + i] & 0x80));
      }
    }
    return Envelope.seal(envelope[0], payload, payload.length);
  }
}
