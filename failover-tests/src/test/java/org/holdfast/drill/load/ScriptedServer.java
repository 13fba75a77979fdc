// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on loopback that does to each request what its script says, right or wrong. */
public final class ScriptedServer implements AutoCloseable {

  /** Serves one request; the connection is used again if the socket is still open afterwards. */
  @FunctionalInterface
  public interface Script {
    void serve(int request, String cookie, Socket socket) throws Exception;
  }

  private final ServerSocket listener;
  private final Script script;
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger bodyBytes = new AtomicInteger();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

  public ScriptedServer(Script script) throws IOException {
    this.script = script;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread acceptor = new Thread(this::accept, "scripted-server");
    acceptor.setDaemon(true);
    acceptor.start();
  }

  public Target target(String name) {
    return new Target(name, new InetSocketAddress("127.0.0.1", listener.getLocalPort()));
  }

  public int connections() {
    return connections.get();
  }

  public int requests() {
    return requests.get();
  }

  /** What requests carried after their headers, all together. */
  public int bodyBytes() {
    return bodyBytes.get();
  }

  /** A right answer with any further header lines, each ending in CR LF. */
  public static void answer(Socket socket, long counter, String headers) throws IOException {
    String body = line(counter);
    write(
        socket,
        "HTTP/1.1 200 OK\r\n" + headers + "Content-Length: " + body.length() + "\r\n\r\n" + body);
  }

  public static String line(long counter) {
    return "counter=" + counter + " session=ab12 node=x new=" + (counter == 1);
  }

  public static void write(Socket socket, String bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  /** Closes with a reset instead of an orderly end. */
  public static void reset(Socket socket) throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        connections.incrementAndGet();
        sockets.add(socket);
        Thread server = new Thread(() -> serve(socket), "scripted-connection");
        server.setDaemon(true);
        server.start();
      }
    } catch (IOException e) {
      return; // closed
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      while (!socket.isClosed()) {
        String line = in.readLine();
        String cookie = "";
        int body = 0;
        while (line != null && !line.isEmpty()) {
          if (line.startsWith("Cookie: ")) {
            cookie = line.substring("Cookie: ".length());
          }
          if (line.regionMatches(true, 0, "Content-Length: ", 0, 16)) {
            body = Integer.parseInt(line.substring(16).trim());
          }
          line = in.readLine();
        }
        if (line == null || in.skip(body) < body) {
          return;
        }
        bodyBytes.addAndGet(body);
        script.serve(requests.incrementAndGet(), cookie, socket);
      }
    } catch (Exception e) {
      return; // the other side ended the connection
    }
  }
}
