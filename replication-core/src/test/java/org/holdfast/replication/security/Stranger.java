// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * A peer that checks nothing itself: if a connection with it fails, the other end has refused it.
 */
public final class Stranger {
  private static final int MOST_WAIT_MILLIS = 10_000;

  private final SSLContext context;
  private final AtomicInteger shown = new AtomicInteger();

  private Stranger(KeyManager... keys) throws GeneralSecurityException {
    context = SSLContext.getInstance("TLSv1.3");
    context.init(keys, new TrustManager[] {new TrustAll()}, null);
  }

  public static Stranger withoutKey() throws GeneralSecurityException {
    return new Stranger();
  }

  /** Returns one that holds the key in a file of {@link TestKeys}. */
  public static Stranger with(Path store) throws GeneralSecurityException {
    Certificate[] chain = TestKeys.chain(store);
    X509Certificate[] x509 = Arrays.copyOf(chain, chain.length, X509Certificate[].class);
    OwnKey own = new OwnKey((PrivateKey) TestKeys.key(store), Arrays.asList(x509));
    return new Stranger(new OwnKeyManager(own));
  }

  /** Returns an engine that may resume what another one of this client has begun. */
  SSLEngine client() {
    SSLEngine engine = context.createSSLEngine("member", 1);
    engine.setUseClientMode(true);
    return engine;
  }

  /** Opens a connection, whose handshake begins with the first use. */
  public SSLSocket connect(String host, int port, String version) throws IOException {
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(host, port);
    socket.setEnabledProtocols(new String[] {version});
    socket.setSoTimeout(MOST_WAIT_MILLIS);
    return socket;
  }

  /** Returns a socket that accepts connections, whose handshakes begin with the first use. */
  public ServerSocket listen() throws IOException {
    return context
        .getServerSocketFactory()
        .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  SSLEngine server() {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    return engine;
  }

  /** Returns how many certificates it was shown. */
  int shown() {
    return shown.get();
  }

  private final class TrustAll extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
      shown.incrementAndGet();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
      shown.incrementAndGet();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {
      shown.incrementAndGet();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {
      shown.incrementAndGet();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {
      shown.incrementAndGet();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
      shown.incrementAndGet();
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
