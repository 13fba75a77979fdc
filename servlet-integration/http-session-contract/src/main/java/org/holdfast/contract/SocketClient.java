// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import java.net.URI;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client of a WebSocket that answers each text with one text. Used by one thread. */
final class SocketClient implements AutoCloseable {
  private static final long WAIT_SECONDS = 15;

  private static final class Inbox implements WebSocket.Listener {
    final BlockingQueue<String> texts = new LinkedBlockingQueue<>();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
      texts.add(text.toString());
      socket.request(1);
      return null;
    }
  }

  private final WebSocket socket;
  private final Inbox inbox;

  private SocketClient(WebSocket socket, Inbox inbox) {
    this.socket = socket;
    this.inbox = inbox;
  }

  /** Opens a WebSocket with the cookies of {@code browser}; returns after the handshake. */
  static SocketClient open(Browser browser, ContractNode node, String path) {
    try {
      return begin(browser, node, path).join();
    } catch (CompletionException e) {
      throw new IllegalStateException("no WebSocket at " + node + path, e);
    }
  }

  /** Begins a handshake with the cookies of {@code browser}. */
  static CompletableFuture<SocketClient> begin(Browser browser, ContractNode node, String path) {
    URI uri = URI.create(node.uri(path).toString().replaceFirst("^http", "ws"));
    Inbox inbox = new Inbox();
    return browser
        .webSocket(path)
        .buildAsync(uri, inbox)
        .thenApply(socket -> new SocketClient(socket, inbox));
  }

  String ask(String text) {
    socket.sendText(text, true).join();
    try {
      String answer = inbox.texts.poll(WAIT_SECONDS, TimeUnit.SECONDS);
      if (answer == null) {
        throw new IllegalStateException("no answer to " + text + " within 15 s");
      }
      return answer;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    socket.abort();
  }
}
