// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Two TLS engines that talk to each other in memory, on the thread of the test: each shakes hands,
 * then sends one byte.
 */
final class Handshake {
  private static final int MOST_STEPS = 1000;

  private final End client;
  private final End server;

  private Handshake(SSLEngine client, SSLEngine server) {
    this.client = new End(client);
    this.server = new End(server);
  }

  /** Lets both talk until neither has anything to write or to read. */
  static Handshake between(SSLEngine client, SSLEngine server) throws SSLException {
    Handshake handshake = new Handshake(client, server);
    client.beginHandshake();
    server.beginHandshake();
    int steps = 0;
    while (handshake.client.step(handshake.server.sent)
        || handshake.server.step(handshake.client.sent)) {
      if (++steps > MOST_STEPS) {
        throw new AssertionError("the engines talk without an end");
      }
    }
    return handshake;
  }

  static Handshake between(PeerSecurity client, PeerSecurity server) throws SSLException {
    return between(client.newEngine(true), server.newEngine(false));
  }

  /** Returns whether the byte of each has reached the other. */
  boolean succeeded() {
    return client.received == 1 && server.received == 1;
  }

  /** Returns whether a byte of the client has reached the server. */
  boolean serverHasHeardTheClient() {
    return server.received > 0;
  }

  /** Returns what the server threw, with the messages of all causes; empty if nothing. */
  String serverFailure() {
    return server.failure();
  }

  String clientFailure() {
    return client.failure();
  }

  String protocol() {
    return server.engine.getSession().getProtocol();
  }

  byte[] sessionId() {
    return server.engine.getSession().getId();
  }

  X509Certificate certificateOfClient() throws SSLPeerUnverifiedException {
    return (X509Certificate) server.engine.getSession().getPeerCertificates()[0];
  }

  X509Certificate certificateOfServer() throws SSLPeerUnverifiedException {
    return (X509Certificate) client.engine.getSession().getPeerCertificates()[0];
  }

  private static final class End {
    private static final ByteBuffer ONE_BYTE = ByteBuffer.wrap(new byte[] {1}).asReadOnlyBuffer();
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    final SSLEngine engine;
    final ByteBuffer sent = ByteBuffer.allocate(1 << 17);
    final ByteBuffer plain = ByteBuffer.allocate(1 << 17);
    int received;
    boolean hasSpoken;
    SSLException thrown;

    End(SSLEngine engine) {
      this.engine = engine;
    }

    /** Does one thing, if there is one to do. */
    boolean step(ByteBuffer arrived) {
      try {
        HandshakeStatus status = engine.getHandshakeStatus();
        if (status == HandshakeStatus.NEED_TASK) {
          runTasks();
          return true;
        }
        if (status == HandshakeStatus.NEED_WRAP && !engine.isOutboundDone()) {
          return engine.wrap(NOTHING.duplicate(), sent).bytesProduced() > 0
              || engine.getHandshakeStatus() != status;
        }
        if (arrived.position() > 0 && !engine.isInboundDone()) {
          return unwrap(arrived) || engine.getHandshakeStatus() != status;
        }
        if (status == HandshakeStatus.NOT_HANDSHAKING && !hasSpoken && thrown == null) {
          hasSpoken = true;
          return engine.wrap(ONE_BYTE.duplicate(), sent).bytesProduced() > 0;
        }
        return false;
      } catch (SSLException e) {
        if (thrown == null) {
          thrown = e;
          return true;
        }
        return false;
      }
    }

    private void runTasks() {
      for (Runnable task = engine.getDelegatedTask();
          task != null;
          task = engine.getDelegatedTask()) {
        task.run();
      }
    }

    private boolean unwrap(ByteBuffer arrived) throws SSLException {
      arrived.flip();
      try {
        var result = engine.unwrap(arrived, plain);
        received += result.bytesProduced();
        return result.bytesConsumed() > 0;
      } finally {
        arrived.compact();
      }
    }

    String failure() {
      StringBuilder text = new StringBuilder();
      for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
        text.append(cause).append('\n');
      }
      return text.toString();
    }
  }
}
