// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Security;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.EncryptedPrivateKeyInfo;
import org.holdfast.replication.config.Secret;
import org.holdfast.replication.config.TlsConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files of keys are used, and what the errors of the others say. */
class KeyLoadingTest {
  private static final String CLUSTER = TlsConfig.CLUSTER_NAME;

  private static final String CERTIFICATE_ENCRYPTION = "keystore.pkcs12.certProtectionAlgorithm";

  @TempDir Path dir;
  private Path store;
  private final List<String> info = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  @BeforeEach
  void make() {
    store = TestKeys.self(dir, CLUSTER);
  }

  private void load(TlsConfig tls) {
    CurrentKeys unused = new CurrentKeys(tls, "node-1", () -> 0, info::add, warnings::add);
  }

  private static TlsConfig tls(Path keyStore, String password) {
    return new TlsConfig(keyStore.toString(), new Secret(password), "", Secret.NONE, CLUSTER);
  }

  private void assertRefused(TlsConfig tls, String... parts) {
    assertThatThrownBy(() -> load(tls))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(parts)
        .message()
        .doesNotContain(TestKeys.PASSWORD, "\n");
  }

  private void assertRefused(Path keyStore, String... parts) {
    assertThatThrownBy(() -> load(TestKeys.tls(keyStore)))
        .hasMessageStartingWith("keyStore \"" + keyStore + "\" ");
    assertRefused(TestKeys.tls(keyStore), parts);
  }

  private static X509Certificate certificate(Path store) throws Exception {
    return (X509Certificate) TestKeys.chain(store)[0];
  }

  private String key(Path from) throws Exception {
    return TestKeys.block("PRIVATE KEY", TestKeys.key(from).getEncoded());
  }

  @Test
  void aMissingFile() {
    assertRefused(dir.resolve("none.p12"), "does not exist");
  }

  @Test
  void aRelativeNameIsShownWithItsFolder() {
    assertRefused(
        tls(Path.of("none.p12"), ""),
        "keyStore \"none.p12\" (" + Path.of("none.p12").toAbsolutePath() + ") does not exist");
  }

  @Test
  void aMissingTrustStore() {
    assertRefused(
        TestKeys.tls(store, dir.resolve("none.pem")),
        "trustStore \"" + dir.resolve("none.pem") + "\" does not exist");
  }

  @Test
  void aFileThatThisUserMayNotRead() {
    KeyFile file = new KeyFile("keyStore", "/key.p12", Secret.NONE);
    assertThat(file.unreadable(new AccessDeniedException("/key.p12")))
        .hasMessageContaining("keyStore \"/key.p12\" may not be read by user ")
        .hasMessageContaining("Grant that user, and no other, read access");
  }

  @Test
  void aFolder() {
    assertRefused(dir, "is a directory or a device");
  }

  @Test
  void aFileOfMoreThanAMebibyte() {
    assertRefused(
        TestKeys.write(dir, "large", new byte[KeyFile.MAX_BYTES + 1]), "more than 1048576 bytes");
  }

  @Test
  void aFileOfAnotherForm() {
    assertRefused(TestKeys.text(dir, "text", "hello"), "neither PKCS12 nor PEM");
    assertRefused(TestKeys.text(dir, "empty"), "neither PKCS12 nor PEM");
    assertRefused(TestKeys.text(dir, "digit", "0123"), "cannot be read as PKCS12");
  }

  @Test
  void aBareCertificate() throws Exception {
    Path trust = TestKeys.write(dir, "c.der", certificate(store).getEncoded());
    assertRefused(
        TestKeys.tls(store, trust),
        "trustStore \"" + trust + "\" cannot be read as PKCS12",
        "openssl x509 -inform DER -in " + trust);
  }

  @Test
  void aJksFile() throws Exception {
    KeyStore jks = KeyStore.getInstance("JKS");
    jks.load(null, null);
    jks.setKeyEntry(
        "key", TestKeys.key(store), TestKeys.PASSWORD.toCharArray(), TestKeys.chain(store));
    Path file = TestKeys.write(dir, "old.jks", TestKeys.bytes(jks));

    assertRefused(
        file,
        "keytool -importkeystore -srckeystore " + file + " -destkeystore " + file + ".p12",
        "-deststoretype PKCS12");
  }

  @Test
  void anotherPassword() {
    assertRefused(tls(store, "wrong"), "has another password than keyStorePassword says");
    assertRefused(tls(store, ""), "has a password. Set keyStorePassword");
  }

  @Test
  void anotherPasswordOfTheTrustStore() {
    Path trust = TestKeys.trusting(dir, "trust.p12", store);
    assertRefused(
        new TlsConfig(
            store.toString(),
            new Secret(TestKeys.PASSWORD),
            trust.toString(),
            new Secret("wrong"),
            CLUSTER),
        "trustStore \"" + trust + "\" has another password than trustStorePassword says");
  }

  @Test
  void anotherPasswordOfAnEncryptedPem() {
    Path pem = TestKeys.encryptedPem(dir, "key.pem", store);
    assertRefused(tls(pem, "wrong"), "another password than keyStorePassword says");
    assertRefused(tls(pem, ""), "has an encrypted private key. Set keyStorePassword");
  }

  /** As on a Java with fewer providers: the JDK says that the password is wrong. */
  @Test
  void aKeyThatIsEncryptedInAWayThatThisJavaLacks() throws Exception {
    byte[] encrypted =
        new EncryptedPrivateKeyInfo("PBEWithSHA1AndDESede", new byte[32]).getEncoded();
    replaceLastByte(encrypted, "060a2a864886f70d010c0103", 99);
    KeyStore made = TestKeys.empty();
    made.setKeyEntry("key", encrypted, TestKeys.chain(store));

    assertRefused(
        TestKeys.write(dir, "made.p12", TestKeys.bytes(made)),
        "needs an algorithm that this Java (" + System.getProperty("java.version"),
        "does not have: ",
        "1.2.840.113549.1.12.1.99");
  }

  @Test
  void aKeyOfAKindThatThisJavaLacks() throws Exception {
    byte[] encoded = TestKeys.key(store).getEncoded();
    replaceLastByte(encoded, "06072a8648ce3d0201", 99);
    KeyStore made = TestKeys.empty();
    made.setKeyEntry(
        "key", unknownKey(encoded), TestKeys.PASSWORD.toCharArray(), TestKeys.chain(store));

    assertRefused(
        TestKeys.write(dir, "made.p12", TestKeys.bytes(made)),
        "does not have: 1.2.840.10045.2.99 KeyFactory not available");
  }

  @Test
  void certificatesThatAreEncryptedInAWayThatThisJavaLacks() throws Exception {
    byte[] trusted;
    try {
      Security.setProperty(CERTIFICATE_ENCRYPTION, "PBEWithSHA1AndDESede");
      trusted = Files.readAllBytes(TestKeys.trusting(dir, "trust.p12", store));
    } finally {
      Security.setProperty(CERTIFICATE_ENCRYPTION, ""); // as if it were not set
    }
    replaceLastByte(trusted, "060a2a864886f70d010c0103", 99);

    assertRefused(
        TestKeys.tls(store, TestKeys.write(dir, "made.p12", trusted)),
        "does not have: ",
        "1.2.840.113549.1.12.1.99");
  }

  /** Returns a key that is written as it is encoded. */
  private static PrivateKey unknownKey(byte[] encoded) {
    return new PrivateKey() {
      private static final long serialVersionUID = 1L;

      @Override
      public String getAlgorithm() {
        return "unknown";
      }

      @Override
      public String getFormat() {
        return "PKCS#8";
      }

      @Override
      public byte[] getEncoded() {
        return encoded.clone();
      }
    };
  }

  private static void replaceLastByte(byte[] in, String wanted, int last) {
    int start = HexFormat.of().formatHex(in).indexOf(wanted);
    assertThat(start).isNotNegative().matches(place -> place % 2 == 0);
    in[(start + wanted.length()) / 2 - 1] = (byte) last;
  }

  @Test
  void noPrivateKey() {
    assertRefused(TestKeys.trusting(dir, "trust.p12", store), "has no private key");
    assertRefused(
        TestKeys.text(dir, "trust.pem", TestKeys.certificates(store)), "has no private key");
  }

  @Test
  void severalPrivateKeys() throws Exception {
    KeyStore two = TestKeys.empty();
    two.setKeyEntry(
        "one", TestKeys.key(store), TestKeys.PASSWORD.toCharArray(), TestKeys.chain(store));
    two.setKeyEntry(
        "two", TestKeys.key(store), TestKeys.PASSWORD.toCharArray(), TestKeys.chain(store));

    assertRefused(
        TestKeys.write(dir, "two.p12", TestKeys.bytes(two)),
        "has 2 private keys (one, two). Choose one");
    assertRefused(
        TestKeys.text(dir, "two.pem", key(store), key(store), TestKeys.certificates(store)),
        "has 2 private keys. Choose one");
  }

  @Test
  void aCertificateOfAnotherKey() throws Exception {
    Path other = TestKeys.self(dir, "node-1");
    assertRefused(
        TestKeys.text(dir, "mixed.pem", key(store), TestKeys.certificates(other)),
        "has a private key to which its certificate does not belong (certificate of \"node-1\"");

    KeyStore mixed = TestKeys.empty();
    mixed.setKeyEntry(
        "key", TestKeys.key(store), TestKeys.PASSWORD.toCharArray(), TestKeys.chain(other));
    assertRefused(
        TestKeys.write(dir, "mixed.p12", TestKeys.bytes(mixed)),
        "has a private key to which its certificate does not belong");
  }

  @Test
  void aKeyWithoutACertificate() throws Exception {
    assertRefused(
        TestKeys.text(dir, "key.pem", key(store)), "has a private key and no certificate");
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA PRIVATE KEY", "EC PRIVATE KEY"})
  void aKeyInTheFormOfItsAlgorithm(String kind) throws Exception {
    Path pem =
        TestKeys.text(
            dir, "old.pem", TestKeys.block(kind, new byte[9]), TestKeys.certificates(store));
    assertRefused(
        pem, "\"" + kind + "\"", "openssl pkcs8 -topk8 -nocrypt -in " + pem + " -out key.pem");
  }

  @Test
  void aDamagedPem() throws Exception {
    String whole = Files.readString(TestKeys.pem(dir, "key.pem", store));

    assertRefused(
        TestKeys.text(dir, "cut.pem", whole.substring(0, whole.length() - 40)),
        "is cut off: a block begins with -----BEGIN CERTIFICATE----- and does not end");
    assertRefused(
        TestKeys.text(dir, "text.pem", whole.replace("PRIVATE KEY-----\n", "PRIVATE KEY-----\n*")),
        "a block PRIVATE KEY is no base64 text");
    assertRefused(
        TestKeys.text(
            dir,
            "zeros.pem",
            TestKeys.block("PRIVATE KEY", new byte[40]),
            TestKeys.certificates(store)),
        "has a private key that cannot be read: it is damaged, or neither RSA nor EC nor Ed25519");
    assertRefused(
        TestKeys.text(dir, "c.pem", key(store), TestKeys.block("CERTIFICATE", new byte[40])),
        "has a certificate that cannot be read");
  }

  @Test
  void anExpiredCertificate() {
    assertRefused(
        TestKeys.selfIn(dir, "outside-20d", CLUSTER, "-startdate", "-20d", "-validity", "10"),
        "has an expired certificate",
        "\"" + CLUSTER + "\"",
        "Renew it");
  }

  @Test
  void aCertificateOfTheFuture() {
    assertRefused(
        TestKeys.selfIn(dir, "outside+20d", CLUSTER, "-startdate", "+20d", "-validity", "30"),
        "has a certificate that is valid from",
        "Check the clock of this machine");
  }

  @Test
  void aCertificateThatMayNotSpeakForThisMember() {
    assertRefused(
        TestKeys.selfIn(dir, "names", "node-1x", "-ext", "san=dns:node-2,dns:a.b"),
        "has a certificate with \"node-1x\", \"node-2\", \"a.b\"",
        "memberName is \"node-1\"",
        "use a certificate whose CN or DNS SAN is that name, or set peerNames (now \""
            + CLUSTER
            + "\")");
  }

  @Test
  void aTrustStoreWithoutCertificates() throws Exception {
    Path empty = TestKeys.write(dir, "empty.p12", TestKeys.bytes(TestKeys.empty()));
    assertRefused(
        TestKeys.tls(store, empty), "trustStore \"" + empty + "\" has no certificate", "keytool");
  }

  @Test
  void aPemFileGivesWhatThePkcs12FileGives() throws Exception {
    Path authority = TestKeys.authority(dir, "authority");
    Path issued = TestKeys.issued(dir, authority, "node-1");
    KeyFile.Content pkcs12 =
        new KeyFile("keyStore", issued.toString(), new Secret(TestKeys.PASSWORD)).read();
    Path encrypted = TestKeys.encryptedPem(dir, "encrypted.pem", issued);

    for (Path file : List.of(TestKeys.pem(dir, "key.pem", issued), encrypted)) {
      KeyFile.Content pem =
          new KeyFile("keyStore", file.toString(), new Secret(TestKeys.PASSWORD)).read();
      assertThat(pem.ownKey()).isEqualTo(pkcs12.ownKey());
      assertThat(pem.certificates()).isEqualTo(pkcs12.certificates());
    }
    assertThat(pkcs12.ownKey().chain())
        .containsExactly(certificate(issued), certificate(authority));
  }

  @Test
  void keysAndPasswordsAppearInNoText() {
    KeyFile file = new KeyFile("keyStore", store.toString(), new Secret(TestKeys.PASSWORD));
    OwnKey own = file.read().ownKey();

    assertThat(own).hasToString("private key of " + new PeerCertificate(own.certificate()));
    assertThat(file).hasToString("keyStore \"" + store + "\"");
  }

  @Test
  void theOrderOfAPemFileAndOtherTextInItDoNotMatter() throws Exception {
    Path authority = TestKeys.authority(dir, "authority");
    Path issued = TestKeys.issued(dir, authority, "node-1");
    Path file =
        TestKeys.text(
            dir,
            "key.pem",
            "Bag Attributes: -----\r\n",
            TestKeys.certificates(store),
            TestKeys.certificates(authority).replace("\n", "\r\n"),
            TestKeys.block("EC PARAMETERS", new byte[3]),
            TestKeys.block("CERTIFICATE", certificate(issued).getEncoded()),
            "subject=CN = node-1\n",
            key(issued));

    KeyFile.Content pem = new KeyFile("keyStore", file.toString(), Secret.NONE).read();

    assertThat(pem.ownKey().chain()).containsExactly(certificate(issued), certificate(authority));
    assertThat(pem.certificates())
        .containsExactly(certificate(store), certificate(authority), certificate(issued));
  }

  @Test
  void warnsOfACertificateThatExpiresSoon() {
    load(TestKeys.tls(TestKeys.selfIn(dir, "soon", CLUSTER, "-validity", "20")));
    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("has a certificate that expires in 18 days", "no restart is needed");
  }

  @Test
  void warnsOfAnAuthorityThatExpiresSoon_orHasExpired() {
    Path soon = TestKeys.authority(dir, "soon", "-validity", "20");
    Path expired = TestKeys.authority(dir, "expired", "-startdate", "-20d", "-validity", "10");
    load(TestKeys.tls(store, TestKeys.trusting(dir, "trust.p12", store, soon, expired)));
    assertThat(warnings).hasSize(2).allMatch(line -> line.startsWith("TLS: trustStore"));
    assertThat(String.join("\n", warnings))
        .contains("expires in 18 days: then this node refuses", "certificate of \"soon\"")
        .contains("has expired, so this node refuses", "certificate of \"expired\"");
  }

  @Test
  void warnsIfMembersWithTheSameTrustWouldRefuseThisNode() {
    load(TestKeys.tls(store, TestKeys.trusting(dir, "t.p12", TestKeys.self(dir, "node-1"))));
    assertThat(warnings)
        .singleElement()
        .asString()
        .contains(
            "does not make other members trust the certificate of this node",
            "it is none of the trusted ones");
  }

  @Test
  void warnsOfACertificateThatServersOnlyMayUse() {
    Path authority = TestKeys.authority(dir, "authority");
    load(
        TestKeys.tls(
            TestKeys.issuedIn(dir, "server", authority, CLUSTER, "-ext", "eku=serverAuth"),
            TestKeys.trusting(dir, "trust.p12", authority)));
    assertThat(warnings)
        .singleElement()
        .asString()
        .contains(
            "does not make other members trust the certificate of this node",
            "TLS client authentication");
  }

  @Test
  void warnsOfAMemberThatIsAnAuthority() {
    load(TestKeys.tls(TestKeys.authority(dir, "node-1")));
    assertThat(warnings).singleElement().asString().contains("CA:FALSE");
  }

  @Test
  void warnsOfNothing_whenNothingIsWrong() {
    Path authority = TestKeys.authority(dir, "authority");
    load(TestKeys.tls(store));
    load(TestKeys.tls(TestKeys.issued(dir, authority, "node-1")));
    assertThat(warnings).isEmpty();
    assertThat(info)
        .hasSize(2)
        .allMatch(line -> line.contains("this node is certificate of"))
        .last()
        .asString()
        .contains("all that were issued by certificate of \"authority\"");
  }
}
