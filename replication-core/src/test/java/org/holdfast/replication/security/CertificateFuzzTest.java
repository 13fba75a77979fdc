// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.holdfast.replication.config.Secret;
import org.holdfast.replication.fuzz.FuzzTarget;
import org.holdfast.replication.fuzz.Fuzzer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The certificate of a peer is trusted or refused, whatever the bytes are. */
class CertificateFuzzTest {
  /** The objects of a certificate, and of the path that the JDK builds for it. */
  private static final Fuzzer.Allowance ALLOWED = new Fuzzer.Allowance(4_000_000, 1_000);

  @TempDir Path dir;

  private final Map<String, byte[]> certificates = new TreeMap<>();

  /** The parts of the certificates that their issuers have signed. */
  private final Set<String> signed = new HashSet<>();

  @Test
  void trustsOrRefusesCertificates_whateverComes() throws Exception {
    Path authority = TestKeys.authority(dir, "authority");
    Path pinned = TestKeys.self(dir, "node-1", "-ext", "san=dns:node-2,dns:a.b");
    add("pinned", pinned);
    add("issued", TestKeys.issued(dir, authority, "node-3", "-ext", "san=ip:7f000001"));
    add("stranger", TestKeys.self(dir, "node-4", "-ext", TestKeys.MASK_WITH_A_HOLE));
    Path store = TestKeys.trusting(dir, "trust.p12", authority, pinned);
    KeyFile file = new KeyFile("trustStore", store.toString(), new Secret(TestKeys.PASSWORD));
    PeerTrust trust = PeerTrust.of(file, file.read());
    CertificateFactory factory = CertificateFactory.getInstance("X.509");

    Fuzzer.of(FuzzTarget.CERTIFICATES)
        .with(certificates)
        .feed(ALLOWED, input -> take(input, factory, trust));
  }

  private void add(String name, Path store) throws Exception {
    X509Certificate certificate = (X509Certificate) TestKeys.chain(store)[0];
    certificates.put(name, certificate.getEncoded());
    signed.add(signedPart(certificate));
  }

  private static String signedPart(X509Certificate certificate)
      throws CertificateEncodingException {
    return HexFormat.of().formatHex(certificate.getTBSCertificate());
  }

  private String take(byte[] input, CertificateFactory factory, PeerTrust trust)
      throws CertificateEncodingException {
    X509Certificate certificate;
    try {
      certificate = (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(input));
    } catch (CertificateException | RuntimeException unreadable) {
      return Fuzzer.refusedAt(unreadable); // by the JDK, before it asks for trust
    }
    try {
      trust.checkClientTrusted(new X509Certificate[] {certificate}, "UNKNOWN");
    } catch (CertificateException refused) {
      return refused.getCause() instanceof Exception cause ? Fuzzer.refusedAt(cause) : "refused";
    }
    assertThat(signed).contains(signedPart(certificate));
    return "trusted";
  }
}
