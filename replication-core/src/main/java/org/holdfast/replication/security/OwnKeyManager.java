// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Offers the one key of this node, whichever authorities a peer names. The peer finds out whether
 * it trusts the key. (The JDK's own key managers keep back a pinned certificate whose issuer the
 * peer does not name, and need the key encrypted under a password.)
 */
final class OwnKeyManager extends X509ExtendedKeyManager {
  private static final String ALIAS = "own";

  private final OwnKey own;

  OwnKeyManager(OwnKey own) {
    this.own = own;
  }

  private @Nullable String aliasIfOneOf(String... keyTypes) {
    String type = own.certificate().getPublicKey().getAlgorithm();
    return Arrays.asList(keyTypes).contains(type) ? ALIAS : null;
  }

  @Override
  public @Nullable String chooseEngineClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, SSLEngine engine) {
    return aliasIfOneOf(keyTypes);
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
    return aliasIfOneOf(keyType);
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return aliasIfOneOf(keyTypes);
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return aliasIfOneOf(keyType);
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return aliases(keyType);
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return aliases(keyType);
  }

  private String @Nullable [] aliases(String keyType) {
    String alias = aliasIfOneOf(keyType);
    return alias == null ? null : new String[] {alias};
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    List<X509Certificate> chain = own.chain();
    return alias.equals(ALIAS) ? chain.toArray(new X509Certificate[0]) : null;
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    return alias.equals(ALIAS) ? own.key() : null;
  }
}
