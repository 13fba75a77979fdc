// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer. In HTTP/1.0 on purpose: the engine then sends each answer plain, up
 * to the end of the connection, be it JSON, a log without end or the output of a program.
 */
final class DockerExchange implements Closeable {
  private static final ScheduledExecutorService DEADLINES =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "docker-deadlines");
            thread.setDaemon(true);
            return thread;
          });
  private static final int LONGEST_HEAD = 16_384;
  private static final int FIRST_ERROR = 400;

  private final SocketChannel channel;
  private final InputStream body;
  private final @Nullable Future<?> deadline;

  private DockerExchange(SocketChannel channel, InputStream body, @Nullable Future<?> deadline) {
    this.channel = channel;
    this.body = body;
    this.deadline = deadline;
  }

  /**
   * Sends a request and reads the head of the answer.
   *
   * @param timeout for the whole of the answer; zero for none
   * @throws DockerException if the engine refuses
   * @throws IOException if there is no answer, in time
   */
  static DockerExchange open(
      EngineAddress address,
      String method,
      String path,
      String type,
      InputStream content,
      long contentBytes,
      Duration timeout)
      throws IOException {
    SocketChannel channel = SocketChannel.open(address.socket());
    Future<?> deadline = timeout.isZero() ? null : closeAfter(channel, timeout);
    DockerExchange exchange =
        new DockerExchange(
            channel, new BufferedInputStream(Channels.newInputStream(channel)), deadline);
    boolean answered = false;
    try {
      OutputStream out = Channels.newOutputStream(channel);
      String head =
          method
              + " "
              + path
              + " HTTP/1.0\r\nHost: docker\r\nContent-Type: "
              + type
              + "\r\nContent-Length: "
              + contentBytes
              + "\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      content.transferTo(out);
      int status = exchange.readHead();
      if (status >= FIRST_ERROR) {
        throw new DockerException(status, method + " " + path, message(exchange.body));
      }
      answered = true;
      return exchange;
    } finally {
      if (!answered) {
        exchange.close();
      }
    }
  }

  /** What the engine answers, up to its end. */
  InputStream body() {
    return body;
  }

  private int readHead() throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int line = 0;
    while (head.size() < LONGEST_HEAD) {
      int next = body.read();
      if (next < 0) {
        throw new EOFException("the answer ended after " + head.size() + " bytes of its head");
      }
      head.write(next);
      if (next == '\n') {
        if (line == 0) {
          return status(head.toString(StandardCharsets.ISO_8859_1));
        }
        line = 0;
      } else if (next != '\r') {
        line++;
      }
    }
    throw new IOException("the head of the answer has more than " + LONGEST_HEAD + " bytes");
  }

  private static int status(String head) throws IOException {
    String[] words = head.split(" ", 3);
    try {
      return Integer.parseInt(words[1]);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new IOException("this is no answer in HTTP: " + head.lines().findFirst().orElse(""), e);
    }
  }

  private static String message(InputStream body) throws IOException {
    String text = new String(body.readAllBytes(), StandardCharsets.UTF_8).strip();
    return text.startsWith("{")
        ? new ObjectMapper().readTree(text).path("message").asText(text)
        : text;
  }

  private static Future<?> closeAfter(SocketChannel channel, Duration timeout) {
    return DEADLINES.schedule(
        () -> {
          try {
            channel.close();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        timeout.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() throws IOException {
    if (deadline != null) {
      deadline.cancel(false);
    }
    channel.close();
  }
}
