// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.status;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.ShutdownChannelGroupException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;

/*
 * Threads: those of the channel group read and write, one step after the other; any thread closes.
 */
/**
 * A connection of a reader of the status: one request and its answer. No thread waits for the
 * reader, so a slow one costs a socket and a buffer until the server closes its connection.
 */
final class StatusConnection implements CompletionHandler<Integer, IntConsumer> {
  /** The longest head of a request. */
  static final int MAX_HEAD_BYTES = 16 * 1024;

  /** The most bytes that are read behind the head, while the reader takes the answer. */
  private static final int MAX_REST_BYTES = 64 * 1024;

  private static final int FIRST_ROOM_BYTES = 1024;
  private static final byte[] END_OF_HEAD = {'\r', '\n', '\r', '\n'};

  private final AsynchronousSocketChannel channel;
  private final Function<String, StatusAnswer> answers;
  private final Consumer<StatusConnection> onClose;
  private final AtomicBoolean closed = new AtomicBoolean();
  private ByteBuffer in = ByteBuffer.allocate(FIRST_ROOM_BYTES);
  private ByteBuffer out = ByteBuffer.allocate(0);
  private int restBytes;

  /**
   * @param answers returns the answer to the head of a request, one character for each byte
   * @param onClose called once, by the thread that closes
   */
  StatusConnection(
      AsynchronousSocketChannel channel,
      Function<String, StatusAnswer> answers,
      Consumer<StatusConnection> onClose) {
    this.channel = channel;
    this.answers = answers;
    this.onClose = onClose;
  }

  /** Begins to read; to be called once. */
  void start() {
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    } catch (IOException | RuntimeException gone) {
      close();
      return;
    }
    read(this::onHead);
  }

  /** Closes at once; an answer that is under way is lost. Idempotent. */
  void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    try {
      channel.close();
    } catch (IOException | ShutdownChannelGroupException gone) {
      // It is closed nevertheless.
    }
    onClose.accept(this);
  }

  private void read(IntConsumer next) {
    try {
      channel.read(in, next, this);
    } catch (ShutdownChannelGroupException ending) {
      close();
    }
  }

  private void write() {
    try {
      channel.write(out, this::onWritten, this);
    } catch (ShutdownChannelGroupException ending) {
      close();
    }
  }

  @Override
  public void completed(Integer count, IntConsumer next) {
    boolean done = false;
    try {
      next.accept(count);
      done = true;
    } finally {
      if (!done) {
        close();
      }
    }
  }

  @Override
  public void failed(Throwable reason, IntConsumer next) {
    close();
  }

  private void onHead(int count) {
    if (count < 0) {
      close();
      return;
    }
    int end = endOfHead(Math.max(0, in.position() - count - END_OF_HEAD.length + 1));
    if (end >= 0) {
      answer(answers.apply(new String(in.array(), 0, end, StandardCharsets.ISO_8859_1)));
    } else if (in.hasRemaining()) {
      read(this::onHead);
    } else if (in.capacity() < MAX_HEAD_BYTES) {
      in = ByteBuffer.allocate(2 * in.capacity()).put(in.flip());
      read(this::onHead);
    } else {
      answer(StatusAnswer.TOO_LONG);
    }
  }

  /**
   * Returns where the empty line begins, looked for from {@code from} on; -1 if it is not there.
   */
  private int endOfHead(int from) {
    byte[] bytes = in.array();
    for (int i = from; i <= in.position() - END_OF_HEAD.length; i++) {
      if (Arrays.equals(bytes, i, i + END_OF_HEAD.length, END_OF_HEAD, 0, END_OF_HEAD.length)) {
        return i;
      }
    }
    return -1;
  }

  private void answer(StatusAnswer answer) {
    out = ByteBuffer.wrap(answer.toBytes());
    write();
  }

  private void onWritten(int count) {
    if (out.hasRemaining()) {
      write();
      return;
    }
    try {
      channel.shutdownOutput();
    } catch (IOException gone) {
      close();
      return;
    }
    readRest(0);
  }

  /**
   * Reads on until the reader closes: to close before it has, with bytes unread, would reset the
   * connection, and the reader could lose the answer.
   */
  private void readRest(int count) {
    restBytes += count;
    if (count < 0 || restBytes > MAX_REST_BYTES) {
      close();
      return;
    }
    in.clear();
    read(this::readRest);
  }
}
