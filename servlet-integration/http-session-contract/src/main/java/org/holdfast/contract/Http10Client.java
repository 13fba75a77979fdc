// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A client of HTTP/1.0, as some proxies are: where a response has no length, the end of the
 * connection is that of the response.
 */
public final class Http10Client implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 20_000;

  private final Socket socket;
  private final InputStream in;

  public Http10Client(ContractNode node) throws IOException {
    socket = new Socket("127.0.0.1", node.uri("/").getPort());
    socket.setSoTimeout(TIMEOUT_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** Sends a request with that session cookie. */
  public void send(String path, @Nullable String cookie) throws IOException {
    String request =
        "GET "
            + path
            + " HTTP/1.0\r\nHost: 127.0.0.1\r\nCookie: "
            + Browser.COOKIE
            + "="
            + cookie
            + "\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
  }

  /** Reads the status line and the headers. */
  public String readHeaders() throws IOException {
    StringBuilder headers = new StringBuilder();
    while (headers.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("the connection ended after " + headers);
      }
      headers.append((char) next);
    }
    return headers.toString();
  }

  /** Returns the bytes that follow the headers. */
  public InputStream body() {
    return in;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
