// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.config.TlsConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which peers come to speak to each other, and for whom. */
class PeerSecurityTest {
  private static final String CLUSTER = TlsConfig.CLUSTER_NAME;

  @TempDir Path dir;
  private Path shared;

  @BeforeEach
  void make() {
    shared = TestKeys.self(dir, CLUSTER);
  }

  private static PeerSecurity node(String name, TlsConfig tls) {
    return PeerSecurity.of(Security.TLS, tls, name);
  }

  private Path otherKey(String algorithm) {
    return TestKeys.selfIn(dir, algorithm + ".p12", CLUSTER, "-keyalg", algorithm);
  }

  private static X509Certificate certificate(Path store) throws Exception {
    return (X509Certificate) TestKeys.chain(store)[0];
  }

  @Test
  void bothProveThemselvesWithTls13_whenAllShareOneFile() throws Exception {
    Handshake handshake =
        Handshake.between(
            node("node-1", TestKeys.tls(shared)), node("node-2", TestKeys.tls(shared)));

    assertThat(handshake.succeeded()).as(handshake.serverFailure()).isTrue();
    assertThat(handshake.protocol()).isEqualTo("TLSv1.3");
    assertThat(handshake.certificateOfClient()).isEqualTo(certificate(shared));
    assertThat(handshake.certificateOfServer()).isEqualTo(certificate(shared));
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void speaksWithKeysOfThatAlgorithm(String algorithm) throws Exception {
    Path store = algorithm.equals("EC") ? shared : otherKey(algorithm);
    PeerSecurity both = node("node-1", TestKeys.tls(store));
    PeerSecurity pem = node("node-1", TestKeys.tls(TestKeys.pem(dir, "key.pem", store)));
    PeerSecurity encrypted =
        node("node-1", TestKeys.tls(TestKeys.encryptedPem(dir, "encrypted.pem", store)));

    assertThat(Handshake.between(both, pem).succeeded()).isTrue();
    Handshake handshake = Handshake.between(pem, encrypted);
    assertThat(handshake.succeeded()).as(handshake.serverFailure()).isTrue();
    assertThat(handshake.certificateOfClient()).isEqualTo(certificate(store));
    assertThat(handshake.certificateOfServer()).isEqualTo(certificate(store));
  }

  @Test
  void refusesAStranger_inBothDirections() throws Exception {
    PeerSecurity member = node("node-1", TestKeys.tls(shared));
    Stranger stranger = Stranger.with(otherKey("RSA"));

    assertRefused(Handshake.between(stranger.client(), member.newEngine(false)));
    Handshake called = Handshake.between(member.newEngine(true), stranger.server());
    assertThat(called.succeeded()).isFalse();
    assertThat(called.clientFailure()).contains("is refused: it is none of the trusted ones");
  }

  /** The JDK throws a RuntimeException when it is asked for the names for the first time. */
  @Test
  void refusesAStranger_whoseNamesJavaCannotRead() throws Exception {
    PeerSecurity member = node("node-1", TestKeys.tls(shared));
    Path bogus =
        TestKeys.reissued(dir, "bogus.p12", otherKey("EC"), "-ext", TestKeys.MASK_WITH_A_HOLE);

    Handshake calls = Handshake.between(Stranger.with(bogus).client(), member.newEngine(false));

    assertRefused(calls);
    assertThat(calls.serverFailure()).contains("certificate of no name");
  }

  @ParameterizedTest
  @CsvSource({"-20d, 10, NotAfter", "+20d, 30, NotBefore"})
  void refusesATrustedCertificateOutsideOfItsDates(String start, String days, String reason)
      throws Exception {
    Path outside =
        TestKeys.selfIn(dir, "outside" + start, CLUSTER, "-startdate", start, "-validity", days);
    Path both = TestKeys.trusting(dir, "both.p12", shared, outside);
    PeerSecurity member = node("node-1", TestKeys.tls(shared, both));

    Handshake calls = Handshake.between(Stranger.with(outside).client(), member.newEngine(false));
    assertThat(calls.serverHasHeardTheClient()).isFalse();
    assertThat(calls.serverFailure()).contains("\"holdfast-cluster\"", reason);
    Handshake called = Handshake.between(member.newEngine(true), Stranger.with(outside).server());
    assertThat(called.succeeded()).isFalse();
    assertThat(called.clientFailure()).contains("\"holdfast-cluster\"", reason);
  }

  @Test
  void refusesTls12() throws Exception {
    PeerSecurity member = node("node-1", TestKeys.tls(shared));
    SSLEngine old = member.newEngine(true);
    old.setEnabledProtocols(new String[] {"TLSv1.2"});

    Handshake handshake = Handshake.between(old, member.newEngine(false));

    assertThat(handshake.serverHasHeardTheClient()).isFalse();
    assertThat(handshake.serverFailure()).contains("TLSv1.2");
  }

  @Test
  void refusesAClientWithoutACertificate() throws Exception {
    PeerSecurity member = node("node-1", TestKeys.tls(shared));

    Handshake handshake =
        Handshake.between(Stranger.withoutKey().client(), member.newEngine(false));

    assertThat(handshake.serverHasHeardTheClient()).isFalse();
    assertThat(handshake.serverFailure()).contains("Empty client certificate chain");
  }

  @Test
  void aMemberTrustsWhatItsAuthorityIssued() throws Exception {
    Path authority = TestKeys.authority(dir, "authority");
    Path first = TestKeys.issued(dir, authority, "node-1");
    Path trust = TestKeys.trusting(dir, "trust.p12", authority);
    PeerSecurity other = node("node-1", TestKeys.tls(first, trust));
    PeerSecurity withoutTrustStore = node("node-1", TestKeys.tls(first));

    assertThat(Handshake.between(other, withoutTrustStore).succeeded()).isTrue();
    Handshake stranger = Handshake.between(Stranger.with(shared).client(), other.newEngine(false));
    assertThat(stranger.serverHasHeardTheClient()).isFalse();
    assertThat(stranger.serverFailure()).contains("is refused: PKIX path building failed");
  }

  /** The JDK does not look at the dates of an authority that it was told to trust. */
  @ParameterizedTest
  @CsvSource({"-20d, 10", "+20d, 30"})
  void anAuthorityOutsideOfItsDatesMakesNothingTrusted(String start, String days) throws Exception {
    Path outside =
        TestKeys.authority(dir, "outside" + days, "-startdate", start, "-validity", days);
    Path other = TestKeys.authority(dir, "other");
    Path issued = TestKeys.issued(dir, outside, "node-2");
    Path one = TestKeys.trusting(dir, "one.p12", shared, outside);
    Path two = TestKeys.trusting(dir, "two.p12", shared, outside, other);
    PeerSecurity alone = node("node-1", TestKeys.tls(shared, one));
    PeerSecurity both = node("node-1", TestKeys.tls(shared, two));

    Handshake calls = Handshake.between(Stranger.with(issued).client(), alone.newEngine(false));
    assertRefused(calls);
    assertThat(calls.serverFailure()).contains("no trusted authority is valid today");
    Handshake withOther = Handshake.between(Stranger.with(issued).client(), both.newEngine(false));
    assertThat(withOther.serverHasHeardTheClient()).isFalse();
    assertThat(withOther.serverFailure()).contains("is refused: PKIX path building failed");
    Handshake pinned = Handshake.between(Stranger.with(shared).client(), alone.newEngine(false));
    assertThat(pinned.serverHasHeardTheClient()).as(pinned.serverFailure()).isTrue();
  }

  /** The JDK's key managers would hold it back, as its issuer is not among the trusted. */
  @Test
  void aMemberTrustsAnIssuedCertificate_withoutItsAuthority() throws Exception {
    Path issued = TestKeys.issued(dir, TestKeys.authority(dir, "authority"), "node-1");
    PeerSecurity both =
        node("node-1", TestKeys.tls(issued, TestKeys.trusting(dir, "trust.p12", issued)));

    Handshake handshake = Handshake.between(both, both);

    assertThat(handshake.succeeded()).as(handshake.serverFailure()).isTrue();
  }

  @Test
  void aMemberWhoseCertificateIsNoAuthorityCannotIssueOthers() throws Exception {
    Path member = TestKeys.self(dir, "node-1");
    Path forged = TestKeys.issued(dir, member, "node-2");
    PeerSecurity victim =
        node("node-3", TestKeys.tls(shared, TestKeys.trusting(dir, "trust.p12", shared, member)));

    assertRefused(Handshake.between(Stranger.with(forged).client(), victim.newEngine(false)));
  }

  @Test
  void theKeyOfATrustedCertificateMakesNoOtherOneTrusted() throws Exception {
    Path stolen = TestKeys.self(dir, "node-1");
    Path forged = TestKeys.reissued(dir, "forged.p12", stolen, "-ext", "san=dns:node-2");
    PeerSecurity victim =
        node("node-3", TestKeys.tls(shared, TestKeys.trusting(dir, "trust.p12", shared, stolen)));
    assertThat(certificate(forged).getSubjectX500Principal())
        .isEqualTo(certificate(stolen).getSubjectX500Principal());
    assertThat(certificate(forged).getPublicKey()).isEqualTo(certificate(stolen).getPublicKey());
    assertThat(victim.refusal(certificate(forged), "node-2")).isNull();

    assertRefused(Handshake.between(Stranger.with(forged).client(), victim.newEngine(false)));
  }

  @Test
  void eachConnectionHasItsOwnSession_whateverTheClientOffers() throws Exception {
    PeerSecurity member = node("node-1", TestKeys.tls(shared));
    Stranger resuming = Stranger.with(shared);

    Handshake first = Handshake.between(resuming.client(), member.newEngine(false));
    Handshake second = Handshake.between(resuming.client(), member.newEngine(false));

    assertThat(first.succeeded()).isTrue();
    assertThat(second.succeeded()).isTrue();
    assertThat(second.sessionId()).isNotEqualTo(first.sessionId());
    assertThat(resuming.shown()).as("certificates that the server showed").isEqualTo(2);
  }

  @Test
  void aCertificateSpeaksForTheMembersThatItNames() throws Exception {
    Path store = TestKeys.selfIn(dir, "names", "node-1", "-ext", "san=dns:node-2,dns:a.b");
    PeerSecurity judge = node("node-9", TestKeys.tls(shared));

    assertThat(judge.refusal(certificate(store), "node-1")).isNull();
    assertThat(judge.refusal(certificate(store), "node-2")).isNull();
    assertThat(judge.refusal(certificate(store), "node-3"))
        .contains("\"node-1\", \"node-2\", \"a.b\"", "may not speak for member \"node-3\"")
        .contains("\"holdfast-cluster\"");
    assertThat(judge.refusal(certificate(store), "NODE-1")).isNotNull();
    assertThat(judge.refusal(certificate(shared), "node-3")).isNull();
  }

  @Test
  void peerNamesMatchesWholeNames() throws Exception {
    Path store = TestKeys.selfIn(dir, "names", "node-1", "-ext", "san=dns:node-2,dns:a.b");
    TlsConfig own = TestKeys.tls(shared);
    PeerSecurity part = node("node-9", withPeerNames(own, "holdfast-cluster|a"));
    PeerSecurity whole = node("node-9", withPeerNames(own, "holdfast-cluster|a\\..+"));

    assertThat(part.refusal(certificate(store), "node-3")).isNotNull();
    assertThat(whole.refusal(certificate(store), "node-3")).isNull();
  }

  @Test
  void noCertificateSpeaksForAll_ifPeerNamesMatchesNothing() throws Exception {
    TlsConfig own = TestKeys.tls(TestKeys.self(dir, "node-9"));
    PeerSecurity strict = node("node-9", withPeerNames(own, "(?!)"));

    assertThat(strict.refusal(certificate(shared), "node-3"))
        .contains("\"holdfast-cluster\"", "may not speak for member \"node-3\"");
    assertThat(strict.refusal(certificate(TestKeys.self(dir, "node-3")), "node-3")).isNull();
  }

  @Test
  void aNameInACertificateCannotMakeLinesOfTheLog() {
    String text = PeerCertificate.printable("a\nb\u001b\"" + "x".repeat(100));

    assertThat(text).startsWith("a?b??xx").endsWith("x…").hasSizeLessThan(70);
  }

  @Test
  void modesTellWhetherPlaintextIsSpoken() {
    TlsConfig tls = TestKeys.tls(shared);

    assertThat(List.of(Security.values()))
        .filteredOn(mode -> PeerSecurity.of(mode, tls, "node-1").usesTls())
        .containsExactly(Security.TLS, Security.MIGRATE);
    assertThat(List.of(Security.values()))
        .filteredOn(mode -> PeerSecurity.of(mode, tls, "node-1").allowsPlaintext())
        .containsExactly(Security.LOOPBACK, Security.MIGRATE, Security.NONE);
    assertThat(PeerSecurity.plaintext(Security.NONE).mode()).isEqualTo(Security.NONE);
    assertThatThrownBy(() -> PeerSecurity.plaintext(Security.TLS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("security is TLS, which needs keyStore");
    assertThatThrownBy(() -> PeerSecurity.plaintext(Security.NONE).newEngine(true))
        .isInstanceOf(IllegalStateException.class);
  }

  private static TlsConfig withPeerNames(TlsConfig tls, String peerNames) {
    return new TlsConfig(
        tls.keyStore(),
        tls.keyStorePassword(),
        tls.trustStore(),
        tls.trustStorePassword(),
        peerNames);
  }

  private static void assertRefused(Handshake calls) {
    assertThat(calls.serverHasHeardTheClient()).isFalse();
    assertThat(calls.serverFailure()).contains("is refused", "it is none of the trusted ones");
  }
}
