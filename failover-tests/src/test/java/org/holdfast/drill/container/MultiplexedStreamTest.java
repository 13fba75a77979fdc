// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MultiplexedStreamTest {
  private static final int OUT = 1;
  private static final int ERR = 2;

  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

  @Test
  void givesWhatWasPrinted_withoutTheHeadsBetween() throws IOException {
    send(OUT, "ready ");
    send(ERR, "");
    send(ERR, "but warned\n");

    assertThat(received(sent.toByteArray())).isEqualTo("ready but warned\n");
  }

  @Test
  void ends_whenTheConnectionBreaksAtAnyByte() throws IOException {
    send(OUT, "one");
    send(OUT, "two");
    byte[] whole = sent.toByteArray();

    for (int length = 0; length < whole.length; length++) {
      assertThat("onetwo").startsWith(received(Arrays.copyOf(whole, length)));
    }
  }

  @Test
  void givesSingleBytes_whenAskedForThem() throws IOException {
    send(OUT, "é");

    try (InputStream stream = new MultiplexedStream(new ByteArrayInputStream(sent.toByteArray()))) {
      assertThat(stream.read()).isEqualTo(0xc3);
      assertThat(stream.read()).isEqualTo(0xa9);
      assertThat(stream.read()).isEqualTo(-1);
    }
  }

  @Test
  void refusesANegativeLength() {
    byte[] head = {1, 0, 0, 0, -1, -1, -1, -1};

    assertThatThrownBy(() -> received(head)).hasMessageContaining("-1 bytes");
  }

  private void send(int stream, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    DataOutputStream out = new DataOutputStream(sent);
    out.writeInt(stream << 24);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String received(byte[] bytes) throws IOException {
    try (InputStream stream = new MultiplexedStream(new ByteArrayInputStream(bytes))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
