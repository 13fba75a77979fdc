// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The keys of a node. Immutable.
 *
 * @param keyStore file with the node's private key and certificate, in PKCS12 or PEM; empty for
 *     none
 * @param keyStorePassword of {@code keyStore} and of the key in it; not set if it has none
 * @param trustStore file with the certificates that peers must have or be issued by, in PKCS12 or
 *     PEM; empty if they are in {@code keyStore}
 * @param trustStorePassword of {@code trustStore}
 * @param peerNames regular expression: a certificate with such a name may speak for any member. Any
 *     other one may only speak for the member whose name it carries
 */
public record TlsConfig(
    String keyStore,
    Secret keyStorePassword,
    String trustStore,
    Secret trustStorePassword,
    String peerNames) {
  /** The name in the certificates that {@code holdfast.jar keystore} makes. */
  public static final String CLUSTER_NAME = "holdfast-cluster";

  /** The configuration without any key. */
  public static final TlsConfig NONE =
      new TlsConfig("", Secret.NONE, "", Secret.NONE, CLUSTER_NAME);

  public TlsConfig {
    try {
      Pattern unused = Pattern.compile(peerNames);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "peerNames must be a regular expression, was \"" + peerNames + "\": " + e.getMessage(),
          e);
    }
    if (keyStore.isEmpty() && !trustStore.isEmpty()) {
      throw new IllegalArgumentException(
          "trustStore is \""
              + trustStore
              + "\", which needs keyStore: peers also ask this node for its key");
    }
  }

  /** Returns whether there is a key. */
  public boolean isSet() {
    return !keyStore.isEmpty();
  }
}
