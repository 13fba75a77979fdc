// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * The private key of this node.
 *
 * @param chain its certificate, then those that issued one another, as far as the file has them
 */
record OwnKey(PrivateKey key, List<X509Certificate> chain) {
  X509Certificate certificate() {
    return chain.get(0);
  }

  /**
   * Chooses the certificates of {@code key}: the first one that belongs to it, its issuer, and so
   * on.
   *
   * @param file where all come from, for errors
   */
  static OwnKey of(KeyFile file, PrivateKey key, List<X509Certificate> certificates) {
    if (certificates.isEmpty()) {
      throw file.refused(
          "has a private key and no certificate. Add the certificate of that key", null);
    }
    List<X509Certificate> chain = new ArrayList<>();
    chain.add(certificateOf(file, key, certificates));
    while (true) {
      X509Certificate last = chain.get(chain.size() - 1);
      X509Certificate issuer = null;
      for (X509Certificate other : certificates) {
        if (issuer == null
            && !chain.contains(other)
            && other.getSubjectX500Principal().equals(last.getIssuerX500Principal())) {
          issuer = other;
        }
      }
      if (issuer == null || last.getSubjectX500Principal().equals(last.getIssuerX500Principal())) {
        return new OwnKey(key, List.copyOf(chain));
      }
      chain.add(issuer);
    }
  }

  private static X509Certificate certificateOf(
      KeyFile file, PrivateKey key, List<X509Certificate> certificates) {
    try {
      Proof proof = new Proof(key);
      return certificates.stream()
          .filter(proof::isOf)
          .findFirst()
          .orElseThrow(
              () ->
                  file.refused(
                      "has a private key to which its certificate does not belong ("
                          + new PeerCertificate(certificates.get(0))
                          + "). Put the certificate of that key there, or the key of that"
                          + " certificate",
                      null));
    } catch (GeneralSecurityException e) {
      throw file.refused(
          "has a private key that cannot sign: "
              + e.getMessage()
              + ". Use a key of RSA, EC or Ed25519",
          e);
    }
  }

  /** Describes the key by its certificate: some keys of the JDK show their secret. */
  @Override
  public String toString() {
    return "private key of " + new PeerCertificate(certificate());
  }

  /** A signature by a private key, which tells the certificates that belong to it. */
  private static final class Proof {
    private static final byte[] TEXT = "holdfast".getBytes(StandardCharsets.US_ASCII);

    private final String algorithm;
    private final byte[] signature;

    Proof(PrivateKey key) throws GeneralSecurityException {
      algorithm =
          switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "RSASSA-PSS" -> "RSASSA-PSS";
            case "EC" -> "SHA256withECDSA";
            case "EdDSA", "Ed25519", "Ed448" -> "EdDSA";
            default ->
                throw new GeneralSecurityException(
                    "TLS 1.3 has no signatures of " + key.getAlgorithm());
          };
      Signature signing = signature(algorithm);
      signing.initSign(key);
      signing.update(TEXT);
      signature = signing.sign();
    }

    boolean isOf(X509Certificate certificate) {
      try {
        Signature verifying = signature(algorithm);
        verifying.initVerify(certificate.getPublicKey());
        verifying.update(TEXT);
        return verifying.verify(signature);
      } catch (GeneralSecurityException e) {
        return false;
      }
    }

    private static Signature signature(String algorithm) throws GeneralSecurityException {
      Signature made = Signature.getInstance(algorithm);
      if (algorithm.equals("RSASSA-PSS")) {
        made.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
      }
      return made;
    }
  }
}
