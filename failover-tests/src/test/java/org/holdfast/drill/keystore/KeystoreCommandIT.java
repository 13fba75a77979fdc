// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.keystore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.holdfast.drill.Holdfast;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** With the keytool of this JDK, which takes a second for each key. */
@TestInstance(Lifecycle.PER_CLASS)
class KeystoreCommandIT {
  private Path directory;
  private Path cluster;
  private Path password;
  private String madeCluster;
  private Path node;
  private String madeNode;

  @BeforeAll
  void makeKeys(@TempDir Path fresh) {
    directory = fresh;
    cluster = directory.resolve("cluster.p12");
    password = directory.resolve("cluster.p12.password");
    madeCluster = made("--out", cluster.toString(), "--export", file("cluster.pem"));
    node = directory.resolve("node.p12");
    madeNode =
        made(
            "--out",
            node.toString(),
            "--name=node_1",
            "--days=30",
            "--password-file=" + password,
            "--trust=" + file("cluster.pem"),
            "--export=" + file("node.pem"));
  }

  @Test
  void makesAKeyOfTheCluster() throws Exception {
    KeyStore store = load(cluster);
    assertThat(Collections.list(store.aliases())).hasSize(1);
    String alias = store.aliases().nextElement();
    X509Certificate certificate = (X509Certificate) store.getCertificate(alias);

    assertThat(store.getKey(alias, password().toCharArray())).isNotNull();
    assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=holdfast-cluster");
    assertThat(certificate.getSubjectAlternativeNames())
        .containsExactly(List.of(2, "holdfast-cluster"));
    assertThat(((ECPublicKey) certificate.getPublicKey()).getParams().getOrder().bitLength())
        .isEqualTo(256);
    assertThat(certificate.getNotAfter().toInstant())
        .isBetween(
            Instant.now().plus(Duration.ofDays(729)), Instant.now().plus(Duration.ofDays(731)));
    certificate.verify(certificate.getPublicKey());
    X509TrustManager trust = trustOf(store);
    trust.checkClientTrusted(new X509Certificate[] {certificate}, "EC");
    trust.checkServerTrusted(new X509Certificate[] {certificate}, "ECDHE_ECDSA");
    assertThat(certificatesIn(file("cluster.pem"))).hasSize(1).first().isEqualTo(certificate);
  }

  @Test
  void letsOnlyTheOwnerReadSecrets() throws IOException {
    for (Path secret : List.of(cluster, password, node)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
          .as(secret.toString())
          .isEqualTo("rw-------");
    }
    assertThat(Files.readString(password)).matches("[A-Za-z0-9_-]{43}\\n");
    assertThat(madeCluster + madeNode).doesNotContain(password());
  }

  @Test
  void saysWhichSettingsTheNodesNeed() {
    assertThat(madeCluster.lines())
        .contains(
            "  bindHost=ADDRESS-OF-THE-NODE",
            "  keyStore=" + cluster,
            "  keyStorePasswordFile=" + password)
        .noneMatch(line -> line.contains("trustStore"));
    assertThat(madeNode.lines())
        .contains("  keyStorePasswordFile=" + password)
        .anyMatch(line -> line.contains("the node whose memberName is node_1,"))
        .anyMatch(line -> line.startsWith("  trustStore="));
  }

  @Test
  void makesAKeyOfOneNode_whichTrustsOthers() throws Exception {
    KeyStore store = load(node);
    X509Certificate own = keyCertificate(store);

    assertThat(own.getSubjectX500Principal().getName()).isEqualTo("CN=node_1");
    assertThat(own.getSubjectAlternativeNames()).as("no DNS name").isNull();
    assertThat(own.getNotAfter().toInstant()).isBefore(Instant.now().plus(Duration.ofDays(31)));
    assertThat(trusted(store)).containsExactly(keyCertificate(load(cluster)));
    trustOf(store).checkServerTrusted(new X509Certificate[] {own}, "ECDHE_ECDSA");
  }

  @Test
  void takesTheKeyOfAnotherFile_toTrustMoreOrLess() throws Exception {
    made("--from", cluster.toString(), "--trust", file("node.pem"), "--out", file("both.p12"));
    KeyStore both = load(directory.resolve("both.p12"));

    assertThat(keyCertificate(both)).isEqualTo(keyCertificate(load(cluster)));
    assertThat(trusted(both)).containsExactly(keyCertificate(load(node)));

    made(
        "--from=" + file("both.p12"),
        "--password-file=" + password,
        "--out=" + file("less.p12"),
        "--export=" + file("again.pem"));
    KeyStore less = load(directory.resolve("less.p12"));

    assertThat(keyCertificate(less)).isEqualTo(keyCertificate(both));
    assertThat(trusted(less)).isEmpty();
    assertThat(Path.of(file("again.pem"))).hasSameTextualContentAs(Path.of(file("cluster.pem")));
  }

  @Test
  void replacesNoFile() throws IOException {
    byte[] before = Files.readAllBytes(cluster);

    assertThat(run("--out", cluster.toString()))
        .startsWith("2 holdfast keystore: --out must name a file that does not exist");
    assertThat(run("--out", file("new.p12"), "--export", cluster.toString())).startsWith("2 ");

    assertThat(Files.readAllBytes(cluster)).isEqualTo(before);
    assertThat(directory.resolve("new.p12")).doesNotExist();
    assertThat(directory.resolve("new.p12.password")).doesNotExist();
  }

  @Test
  void saysWhichFileIsOfNoUse() throws IOException {
    Path wrong = Files.writeString(directory.resolve("wrong"), "correct-horse-battery\n");
    Path out = directory.resolve("never.p12");

    assertThat(run("--from=" + cluster, "--out=" + out, "--password-file=" + wrong))
        .startsWith("3 holdfast keystore: " + cluster)
        .doesNotContain("correct-horse");
    assertThat(run("--from=" + wrong, "--out=" + out, "--password-file=" + password))
        .startsWith("3 holdfast keystore: " + wrong)
        .doesNotContain("correct-horse");
    assertThat(run("--out=" + out, "--trust=" + wrong)).startsWith("3 holdfast keystore: " + wrong);
    assertThat(run("--out=" + out, "--trust=" + file("missing.pem")))
        .startsWith("3 holdfast keystore: ")
        .contains("missing.pem");
    Path twoLines = Files.writeString(directory.resolve("two"), "correct-horse\nbattery\n");
    assertThat(run("--out=" + out, "--password-file=" + twoLines))
        .startsWith("2 holdfast keystore: --password-file must have one line of 6 to 1024")
        .doesNotContain("correct-horse");
    assertThat(out).doesNotExist();
    assertThat(Path.of(out + ".password")).doesNotExist();
  }

  private String file(String name) {
    return directory.resolve(name).toString();
  }

  private String password() throws IOException {
    return Files.readString(password).strip();
  }

  private KeyStore load(Path file) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, password().toCharArray());
    }
    return store;
  }

  private static X509Certificate keyCertificate(KeyStore store) throws Exception {
    for (String alias : Collections.list(store.aliases())) {
      if (store.isKeyEntry(alias)) {
        return (X509Certificate) store.getCertificate(alias);
      }
    }
    return fail("no key");
  }

  private static Set<Certificate> trusted(KeyStore store) throws Exception {
    Set<Certificate> trusted = new HashSet<>();
    for (String alias : Collections.list(store.aliases())) {
      if (store.isCertificateEntry(alias)) {
        trusted.add(store.getCertificate(alias));
      }
    }
    return trusted;
  }

  private static X509TrustManager trustOf(KeyStore store) throws Exception {
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(store);
    return (X509TrustManager) factory.getTrustManagers()[0];
  }

  private static Collection<? extends Certificate> certificatesIn(String pem) throws Exception {
    try (InputStream in = Files.newInputStream(Path.of(pem))) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in);
    }
  }

  private static String made(String... options) {
    String said = run(options);
    assertThat(said).startsWith("0 ");
    return said;
  }

  /** Returns the exit code, and what was said. */
  private static String run(String... options) {
    StringWriter said = new StringWriter();
    CommandLine line =
        Holdfast.commandLine((settings, progress) -> fail("nothing to launch"))
            .setOut(new PrintWriter(said))
            .setErr(new PrintWriter(said));
    String[] arguments =
        Stream.concat(Stream.of("keystore"), Arrays.stream(options)).toArray(String[]::new);
    int exit = line.execute(arguments);
    return exit + " " + said;
  }
}
