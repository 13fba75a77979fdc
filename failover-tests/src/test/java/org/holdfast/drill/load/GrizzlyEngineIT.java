// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that nobody accepts, and answers that nobody wants. */
@Timeout(60)
class GrizzlyEngineIT {
  private static final int ATTEMPTS = 100;
  private static final int OTHERS = 20;

  private final UnixOperatingSystemMXBean system =
      (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** Hears nothing that a test waits for. */
  private static class Deaf implements ChannelEvents {
    @Override
    public void onConnected(long generation, HttpChannel channel) {}

    @Override
    public void onRefused(long generation, Throwable cause) {}

    @Override
    public void onAnswer(long generation, HttpAnswer answer) {}

    @Override
    public void onClosed(long generation, FailureKind kind) {}
  }

  @ParameterizedTest(name = "closes end answers: {0}")
  @ValueSource(booleans = {false, true})
  void saysThatAnAnswerWasTooLong_howeverItSaysItsLength(boolean closeEndsAnswers)
      throws Exception {
    String body = "x".repeat(HttpAnswer.MAX_BODY_BYTES + 1);
    String chunk = Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";
    for (String rest :
        List.of(
            "Content-Length: " + body.length() + "\r\n\r\n" + body,
            "Transfer-Encoding: chunked\r\n\r\n" + chunk,
            "\r\n" + body)) {
      CompletableFuture<FailureKind> ended = new CompletableFuture<>();
      try (ScriptedServer server =
              new ScriptedServer(
                  (request, cookie, socket) ->
                      ScriptedServer.write(socket, "HTTP/1.1 200 OK\r\n" + rest));
          GrizzlyHttpEngine engine = GrizzlyHttpEngine.start(1, closeEndsAnswers)) {
        HttpChannel unused =
            engine.connect(
                server.target("a").address(),
                1,
                new Deaf() {
                  @Override
                  public void onConnected(long generation, HttpChannel channel) {
                    channel.send("/", "");
                  }

                  @Override
                  public void onClosed(long generation, FailureKind kind) {
                    ended.complete(kind);
                  }
                });

        assertThat(ended.get(20, TimeUnit.SECONDS)).isEqualTo(FailureKind.ANSWER_TOO_LONG);
      }
    }
  }

  @Test
  void freesTheSocket_whenAnAttemptToConnectIsGivenUp() throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    List<Socket> queue = new ArrayList<>();
    try (ServerSocket full = new ServerSocket(0, 1, loopback);
        GrizzlyHttpEngine engine = GrizzlyHttpEngine.start(1)) {
      InetSocketAddress address = new InetSocketAddress(loopback, full.getLocalPort());
      // What waits to be accepted is two at most; the kernel answers nobody after that.
      for (int waiting = 0; waiting < 2; waiting++) {
        queue.add(new Socket(loopback, full.getLocalPort()));
      }
      long before = system.getOpenFileDescriptorCount();
      List<HttpChannel> channels = new ArrayList<>();
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        channels.add(engine.connect(address, attempt, new Deaf()));
      }
      assertThat(system.getOpenFileDescriptorCount()).isGreaterThan(before + ATTEMPTS - OTHERS);

      channels.forEach(HttpChannel::close);

      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> system.getOpenFileDescriptorCount() < before + OTHERS);
    } finally {
      for (Socket socket : queue) {
        socket.close();
      }
    }
  }
}
