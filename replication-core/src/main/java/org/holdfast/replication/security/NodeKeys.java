// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.holdfast.replication.config.TlsConfig;

/**
 * The key of this node and its trust, as the files had them at one time, after all checks.
 * Immutable.
 *
 * @param warnings what an operator should know, a line each
 */
record NodeKeys(OwnKey own, PeerTrust trust, String description, List<String> warnings) {
  static final Duration SOON = Duration.ofDays(30);

  /**
   * Reads and checks the files.
   *
   * @throws IllegalArgumentException if one cannot be used, or other members would refuse the
   *     certificate
   */
  static NodeKeys load(KeyFile keyFile, KeyFile trustFile, TlsConfig tls, String memberName) {
    KeyFile.Content content = keyFile.read();
    OwnKey own = ownKey(keyFile, content, tls, memberName);
    PeerTrust trust =
        PeerTrust.of(trustFile, trustFile.equals(keyFile) ? content : trustFile.read());
    return of(keyFile, trustFile, own, trust, tls);
  }

  /**
   * Reads and checks the files again. If one cannot be used, its part stays as it was, and the part
   * of the other file changes. One file for both changes as a whole.
   *
   * @param faults receives for each file that cannot be used its setting and the reason
   */
  NodeKeys reloaded(
      KeyFile keyFile,
      KeyFile trustFile,
      TlsConfig tls,
      String memberName,
      BiConsumer<String, String> faults) {
    if (trustFile.equals(keyFile)) {
      return part(this, () -> load(keyFile, trustFile, tls, memberName), keyFile, faults);
    }
    OwnKey newOwn =
        part(own, () -> ownKey(keyFile, keyFile.read(), tls, memberName), keyFile, faults);
    PeerTrust newTrust =
        part(trust, () -> PeerTrust.of(trustFile, trustFile.read()), trustFile, faults);
    return of(keyFile, trustFile, newOwn, newTrust, tls);
  }

  private static <T> T part(
      T before, Supplier<T> loading, KeyFile file, BiConsumer<String, String> faults) {
    try {
      return loading.get();
    } catch (RuntimeException e) {
      faults.accept(file.setting(), String.valueOf(e.getMessage()));
      return before;
    }
  }

  boolean hasTheKeysOf(NodeKeys other) {
    return own.equals(other.own) && trust.trustsTheSameAs(other.trust);
  }

  private static OwnKey ownKey(
      KeyFile file, KeyFile.Content content, TlsConfig tls, String memberName) {
    OwnKey own = content.ownKey();
    checkDates(file, own.certificate());
    checkNames(file, own.certificate(), tls, memberName);
    return own;
  }

  private static NodeKeys of(
      KeyFile keyFile, KeyFile trustFile, OwnKey own, PeerTrust trust, TlsConfig tls) {
    return new NodeKeys(
        own,
        trust,
        "this node is " + new PeerCertificate(own.certificate()) + ", and trusts " + trust,
        warnings(keyFile, trustFile, own, trust, tls));
  }

  private static void checkDates(KeyFile file, X509Certificate own) {
    PeerCertificate certificate = new PeerCertificate(own);
    try {
      own.checkValidity();
    } catch (CertificateExpiredException e) {
      throw file.refused(
          "has an expired certificate, which other members refuse: " + certificate + ". Renew it",
          e);
    } catch (CertificateNotYetValidException e) {
      throw file.refused(
          "has a certificate that is valid from "
              + own.getNotBefore().toInstant()
              + " only; until then other members refuse it: "
              + certificate
              + ". Check the clock of this machine, or use an older certificate",
          e);
    }
  }

  private static void checkNames(
      KeyFile file, X509Certificate own, TlsConfig tls, String memberName) {
    PeerCertificate certificate = new PeerCertificate(own);
    if (!certificate.names(Pattern.compile(tls.peerNames())).include(memberName)) {
      throw file.refused(
          "has a certificate with "
              + certificate.namesText()
              + ". It may not speak for this member, whose memberName is \""
              + memberName
              + "\", and other members refuse it. Either use a certificate whose CN or DNS SAN is"
              + " that name, or set peerNames (now \""
              + tls.peerNames()
              + "\") on all members to a regular expression that matches a name of the certificate",
          null);
    }
  }

  private static List<String> warnings(
      KeyFile keyFile, KeyFile trustFile, OwnKey own, PeerTrust trust, TlsConfig tls) {
    List<String> warnings = new ArrayList<>();
    PeerCertificate certificate = new PeerCertificate(own.certificate());
    Duration left = timeLeft(certificate);
    if (left.compareTo(SOON) < 0) {
      warnings.add(
          keyFile
              + " has a certificate that expires in "
              + left.toDays()
              + " days: then other members refuse this node. Put renewed files in the place of"
              + " these; no restart is needed. It is the "
              + certificate);
    }
    for (PeerCertificate authority : trust.authorities()) {
      Duration itsTime = timeLeft(authority);
      if (itsTime.compareTo(SOON) < 0) {
        warnings.add(
            trustFile
                + " has the certificate of an authority that "
                + (itsTime.isNegative()
                    ? "has expired, so"
                    : "expires in " + itsTime.toDays() + " days: then")
                + " this node refuses the certificates that it issued. It is the "
                + authority);
      }
    }
    try {
      trust.check(own.chain());
    } catch (CertificateException e) {
      warnings.add(
          trustFile
              + " does not make other members trust the certificate of this node: "
              + e.getMessage());
    }
    if (certificate.isAuthority()
        && trust.contains(own.certificate())
        && !certificate.names(Pattern.compile(tls.peerNames())).all()) {
      warnings.add(
          keyFile
              + " has a certificate that may issue others (CA:TRUE) and is trusted: with its key"
              + " anybody can make a certificate for every member, not for this one alone. Use one"
              + " with CA:FALSE (openssl req: -addext basicConstraints=critical,CA:FALSE)");
    }
    return List.copyOf(warnings);
  }

  private static Duration timeLeft(PeerCertificate certificate) {
    return Duration.between(CertificateTime.now(), certificate.expires());
  }

  /**
   * Returns a context without any session. Each connection has one of its own, so that there is
   * none to resume: whatever a peer offers, it has to prove itself anew.
   */
  SSLContext newContext() {
    try {
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(new KeyManager[] {new OwnKeyManager(own)}, new TrustManager[] {trust}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java cannot speak TLS 1.3", e);
    }
  }
}
