// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.wire;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.holdfast.replication.protocol.Message;
import org.junit.jupiter.api.Test;

/**
 * The bytes of protocol version 2, which nodes of other builds read and write too: what changes
 * them is another version. The file {@code version-2.txt} has a line {@code type TAB hex} for each
 * of the messages of {@link MessageCodecTest}; lines are added, never changed.
 */
class VersionTwoBytesTest {
  @Test
  void areThoseOfFormerBuilds() throws IOException {
    List<Message> messages = MessageCodecTest.messages().toList();
    List<String> lines = lines();
    assertThat(lines).as("a line for each message").hasSameSizeAs(messages);
    for (int i = 0; i < lines.size(); i++) {
      Message message = messages.get(i);
      String[] line = lines.get(i).split("\t");
      byte[] frame = HexFormat.of().parseHex(line[1]);

      assertThat(line[0]).isEqualTo(message.getClass().getSimpleName());
      assertThat(MessageCodec.decode(frame)).usingRecursiveComparison().isEqualTo(message);
      // Attributes come in any order, so that bytes cannot be compared one by one.
      assertThat(MessageCodec.encode(message)).as(line[0]).hasSameSizeAs(frame);
    }
  }

  private static List<String> lines() throws IOException {
    try (InputStream in =
        requireNonNull(VersionTwoBytesTest.class.getResourceAsStream("version-2.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }
}
