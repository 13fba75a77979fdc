// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import javax.net.ssl.SSLSocket;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Hello;

/** The other end of a connection, with a blocking socket, to say what no member would say. */
final class RawPeer implements AutoCloseable {
  /** The version that it speaks: the last one without heart-beats. */
  static final int VERSION = 2;

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  private RawPeer(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(10_000);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    out = new DataOutputStream(socket.getOutputStream());
  }

  static RawPeer connect(Member member) throws IOException {
    return new RawPeer(new Socket(member.host(), member.port()));
  }

  /** Speaks on a socket that is connected, as one of TLS is. */
  static RawPeer over(Socket socket) throws IOException {
    return new RawPeer(socket);
  }

  /** Connects from another address of this machine. */
  static RawPeer connectFrom(String host, Member member) throws IOException {
    InetAddress own = InetAddress.getByName(host);
    return new RawPeer(new Socket(InetAddress.getByName(member.host()), member.port(), own, 0));
  }

  static RawPeer accept(ServerSocket server) throws IOException {
    server.setSoTimeout(10_000);
    return new RawPeer(server.accept());
  }

  static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  static Hello hello(Member from, Member to) {
    return new Hello(VERSION, VERSION, "test", from, to.name(), to.incarnation());
  }

  RawPeer say(HandshakeMessage message) throws IOException {
    return sendFrame(HandshakeCodec.encode(message));
  }

  RawPeer sendFrame(byte[] frame) throws IOException {
    out.writeInt(frame.length);
    return sendBytes(frame);
  }

  RawPeer sendBytes(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
    return this;
  }

  /** Sends new keys of TLS 1.3, which ask the other end for its own. */
  void sendNewKeys() throws IOException {
    ((SSLSocket) socket).startHandshake();
  }

  HandshakeMessage hear() throws IOException {
    return HandshakeCodec.decode(hearFrame(), SpokenVersions.OURS);
  }

  byte[] hearFrame() throws IOException {
    return hearBytes(in.readInt());
  }

  byte[] hearBytes(int count) throws IOException {
    byte[] bytes = new byte[count];
    in.readFully(bytes);
    return bytes;
  }

  /** Waits until the other end closed; whatever it says before is dropped. */
  boolean isClosedByOther() throws IOException {
    try {
      in.skipNBytes(Long.MAX_VALUE);
      return false;
    } catch (EOFException | SocketException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
