// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class StrangersIT {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final int PER_SECOND = 400;
  private static final Pattern WORDS =
      Pattern.compile("strangers: ([0-9,]+) connections .* ([0-9,]+) attempts failed");

  /**
   * Two in nine want to shake hands, and the whole TLS clients among them wait for a second each.
   */
  @Test
  void keepTheirRate_whenTheNodeAnswersNothing() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 2_000, InetAddress.getLoopbackAddress())) {
      Strangers strangers = startAt(silent);
      try {
        await()
            .atMost(SOON)
            .until(() -> number(strangers, 1) > PER_SECOND && strangers.enough(false));
        await().atMost(SOON).until(() -> !strangers.shookHands());
        assertThat(strangers.words())
            .contains("80 % needed", ", 0 of them to the end of the handshake")
            .doesNotContain(" 0 whole TLS");
      } finally {
        strangers.close();
      }
    }
  }

  @Test
  void areNotEnough_whenTheyCannotConnect() throws Exception {
    Strangers strangers = startAt(closed());
    try {
      await().atMost(SOON).until(() -> number(strangers, 2) > 10 && strangers.enough(true));
      assertThat(strangers.enough(false)).isFalse();
      assertThat(strangers.words()).startsWith("strangers: 0 connections of ");
    } finally {
      strangers.close();
    }
  }

  private static ServerSocket closed() throws IOException {
    ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    closed.close();
    return closed;
  }

  private static Strangers startAt(ServerSocket port) {
    return Strangers.start(
        List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port.getLocalPort())),
        PER_SECOND);
  }

  private static int number(Strangers strangers, int group) {
    Matcher words = WORDS.matcher(strangers.words());
    assertThat(words.matches()).as(strangers.words()).isTrue();
    return Integer.parseInt(words.group(group).replace(",", ""));
  }
}
