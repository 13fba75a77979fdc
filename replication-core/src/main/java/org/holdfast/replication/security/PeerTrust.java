// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Trusts a peer whose certificate is one of the trusted ones, or was issued by one of those that
 * are authorities and valid today. Immutable.
 *
 * <p>The JDK judges issued certificates, and learns of the authorities only: so the key of a member
 * issues nothing, whatever {@code jdk.security.allowNonCaAnchor} says. It does not look at the
 * dates of what it was told to trust, so this class does. The JDK also applies its rules about weak
 * algorithms to every chain, as this class is no {@code X509ExtendedTrustManager}.
 */
final class PeerTrust implements X509TrustManager {
  private interface Judge {
    void check(X509TrustManager jdk) throws CertificateException;
  }

  private static final int MOST_SHOWN = 5;

  /** The trusted certificates, in the order of the file. */
  private final Set<X509Certificate> trusted;

  private final List<PeerCertificate> authorities;

  private PeerTrust(List<X509Certificate> trusted) {
    this.trusted = new LinkedHashSet<>(trusted);
    this.authorities =
        trusted.stream().map(PeerCertificate::new).filter(PeerCertificate::isAuthority).toList();
  }

  /**
   * Returns the trust in the certificates of a file.
   *
   * @throws IllegalArgumentException if there are none
   */
  static PeerTrust of(KeyFile file, KeyFile.Content content) {
    List<X509Certificate> trusted = content.certificates();
    if (trusted.isEmpty()) {
      throw file.refused(
          "has no certificate, or none that Java sees: of a PKCS12 file it sees the certificates"
              + " that "
              + file.passwordSetting()
              + " opens, and those without a key only if keytool -importcert put them there. A PEM"
              + " file has no such rule",
          null);
    }
    return new PeerTrust(trusted);
  }

  /** Returns the trusted certificates that may issue others, whatever their dates. */
  List<PeerCertificate> authorities() {
    return authorities;
  }

  private static X509TrustManager issuedBy(List<PeerCertificate> authorities)
      throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try {
      store.load(null, null);
    } catch (IOException e) {
      throw new IllegalStateException("cannot make an empty key store", e);
    }
    for (int i = 0; i < authorities.size(); i++) {
      store.setCertificateEntry("authority-" + i, authorities.get(i).certificate());
    }
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(store);
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509TrustManager x509) {
        return x509;
      }
    }
    throw new IllegalStateException("this Java has no trust manager for X.509");
  }

  /**
   * Checks a certificate without a connection, in both roles that a member has.
   *
   * @throws CertificateException if a peer with this trust refuses it; the message says why
   */
  void check(List<X509Certificate> chain) throws CertificateException {
    X509Certificate[] all = chain.toArray(new X509Certificate[0]);
    checkServerTrusted(all, "UNKNOWN");
    checkClientTrusted(all, "UNKNOWN");
  }

  private void check(X509Certificate[] chain, Judge judge) throws CertificateException {
    try {
      chain[0].checkValidity();
      if (trusted.contains(chain[0])) {
        return;
      }
      List<PeerCertificate> valid = authorities.stream().filter(PeerTrust::isValid).toList();
      if (valid.isEmpty()) {
        throw new CertificateException(
            authorities.isEmpty()
                ? "it is none of the trusted ones"
                : "it is none of the trusted ones, and no trusted authority is valid today");
      }
      judge.check(issuedBy(valid));
    } catch (GeneralSecurityException | RuntimeException e) {
      // A stranger chooses each byte of the chain: whatever it makes the JDK throw is a refusal.
      throw new CertificateException(
          new PeerCertificate(chain[0])
              + " is refused: "
              + (e instanceof RuntimeException ? e : e.getMessage()),
          e);
    }
  }

  private static boolean isValid(PeerCertificate authority) {
    try {
      authority.certificate().checkValidity();
      return true;
    } catch (CertificateExpiredException | CertificateNotYetValidException e) {
      return false;
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    check(chain, jdk -> jdk.checkClientTrusted(chain, authType));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    check(chain, jdk -> jdk.checkServerTrusted(chain, authType));
  }

  boolean contains(X509Certificate certificate) {
    return trusted.contains(certificate);
  }

  boolean trustsTheSameAs(PeerTrust other) {
    return trusted.equals(other.trusted);
  }

  /** Returns none, so that a stranger does not learn whom this node trusts. */
  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }

  @Override
  public String toString() {
    if (trusted.size() > MOST_SHOWN) {
      return trusted.size() + " certificates";
    }
    return String.join(
        ", ",
        trusted.stream()
            .map(PeerCertificate::new)
            .map(one -> (one.isAuthority() ? "all that were issued by " : "") + one)
            .toList());
  }
}
