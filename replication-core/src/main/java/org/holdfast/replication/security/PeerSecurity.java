// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import javax.net.ssl.SSLEngine;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.config.TlsConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The security of one node towards its peers: whether TLS is spoken, with which keys, and for which
 * member a peer may speak. Thread-safe.
 *
 * <p>Changed files take effect without a restart, for connections that are made later. A {@code
 * keyStore} that cannot be used leaves the key as it was, and a {@code trustStore} the trust.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8446">RFC 8446, TLS 1.3</a>
 */
public final class PeerSecurity {
  private static final Logger LOG = LoggerFactory.getLogger(PeerSecurity.class);
  private static final String[] PROTOCOLS = {"TLSv1.3"};

  private final Security mode;
  private final Pattern peerNames;
  private final @Nullable CurrentKeys keys;

  /**
   * The names of each certificate: each message of membership asks for them, and parsing them anew
   * would cost more than the message.
   */
  private final Map<X509Certificate, PeerCertificate.Names> names =
      Collections.synchronizedMap(new WeakHashMap<>());

  private PeerSecurity(Security mode, TlsConfig tls, @Nullable CurrentKeys keys) {
    this.mode = mode;
    this.peerNames = Pattern.compile(tls.peerNames());
    this.keys = keys;
  }

  /** Loads the files, and again when they have changed. */
  PeerSecurity(
      Security mode,
      TlsConfig tls,
      String memberName,
      LongSupplier nanoClock,
      Consumer<String> info,
      Consumer<String> warning) {
    this(mode, tls, new CurrentKeys(tls, memberName, nanoClock, info, warning));
  }

  /**
   * Returns the security of a node without keys.
   *
   * @param mode {@link Security#LOOPBACK} or {@link Security#NONE}
   */
  public static PeerSecurity plaintext(Security mode) {
    if (needsKeys(mode)) {
      throw new IllegalArgumentException("security is " + mode + ", which needs keyStore");
    }
    return new PeerSecurity(mode, TlsConfig.NONE, null);
  }

  /**
   * Loads the files of {@code tls}, if {@code mode} needs them.
   *
   * @param memberName the name for which the certificate in {@code keyStore} has to speak
   * @throws IllegalArgumentException if a file cannot be used, or other members would refuse its
   *     certificate; the message names the setting, the file and the reason
   */
  public static PeerSecurity of(Security mode, TlsConfig tls, String memberName) {
    return needsKeys(mode)
        ? new PeerSecurity(mode, tls, memberName, System::nanoTime, LOG::info, LOG::warn)
        : plaintext(mode);
  }

  private static boolean needsKeys(Security mode) {
    return mode == Security.TLS || mode == Security.MIGRATE;
  }

  public Security mode() {
    return mode;
  }

  /** Returns whether this node speaks TLS to peers that speak it. */
  public boolean usesTls() {
    return keys != null;
  }

  /** Returns whether this node talks to peers that do not speak TLS. */
  public boolean allowsPlaintext() {
    return mode != Security.TLS;
  }

  /**
   * Returns an engine for one connection: TLS 1.3 only, and the peer must prove that it holds a
   * trusted key. No engine resumes the session of another. May read files, at most once a second:
   * never call it on a selector thread.
   *
   * @param client whether this node has opened the connection
   * @throws IllegalStateException if this node speaks no TLS
   */
  public SSLEngine newEngine(boolean client) {
    if (keys == null) {
      throw new IllegalStateException("security is " + mode + ": there are no keys for TLS");
    }
    // Peer host and port stay unknown: they are the key under which a client finds a session.
    SSLEngine engine = keys.get().newContext().createSSLEngine();
    engine.setUseClientMode(client);
    engine.setEnabledProtocols(PROTOCOLS);
    if (!client) {
      engine.setNeedClientAuth(true);
    }
    return engine;
  }

  /**
   * Decides for which member a peer may speak. It is the one whose name is the common name (CN) of
   * its certificate or one of its alternative names (DNS SAN); any, if one of these matches {@code
   * peerNames} as a whole.
   *
   * @param peer certificate that the peer has proven to hold
   * @return null if it may speak for {@code memberName}; else the reason, for a line in the log
   */
  public @Nullable String refusal(X509Certificate peer, String memberName) {
    if (names
        .computeIfAbsent(peer, one -> new PeerCertificate(one).names(peerNames))
        .include(memberName)) {
      return null;
    }
    return new PeerCertificate(peer)
        + " may not speak for member \""
        + PeerCertificate.printable(memberName)
        + "\": none of its names equals that, and none matches peerNames \""
        + peerNames
        + "\"";
  }
}
