// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.config.TlsConfig;
import org.holdfast.replication.logging.RareLines;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys change while the nodes run. */
class KeyReloadTest {
  private static final String CLUSTER = TlsConfig.CLUSTER_NAME;

  @TempDir Path dir;
  private Path oldKey;
  private Path newKey;
  private Path both;

  @BeforeEach
  void make() {
    oldKey = TestKeys.self(dir, CLUSTER);
    newKey = TestKeys.selfIn(dir, "new.p12", CLUSTER);
    both = TestKeys.trusting(dir, "both.p12", oldKey, newKey);
  }

  /** A node with files of its own, which hold what others held before. */
  private final class Node {
    final List<String> info = new ArrayList<>();
    Runnable whileItReads = () -> {};
    final List<String> warnings = new ArrayList<>();
    final Path keyStore;
    final Path trustStore;
    final PeerSecurity security;
    long nowNanos = Long.MAX_VALUE - CurrentKeys.LOOK_NANOS / 2;

    /** A node with one file for both. */
    Node(String name, Path both) throws IOException {
      keyStore = Files.copy(both, dir.resolve(name + ".p12"));
      trustStore = keyStore;
      security = security(name, TestKeys.tls(keyStore));
    }

    Node(String name, Path key, Path trust) throws IOException {
      keyStore = Files.copy(key, dir.resolve(name + "-key.p12"));
      trustStore = Files.copy(trust, dir.resolve(name + "-trust.p12"));
      security = security(name, TestKeys.tls(keyStore, trustStore));
    }

    private PeerSecurity security(String name, TlsConfig tls) {
      return new PeerSecurity(Security.TLS, tls, name, () -> nowNanos, this::inform, warnings::add);
    }

    private void inform(String line) {
      info.add(line);
      whileItReads.run();
    }

    void use(Path content, Path file) throws IOException {
      Path fresh = Files.copy(content, dir.resolve("fresh"), StandardCopyOption.REPLACE_EXISTING);
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
      nowNanos += CurrentKeys.LOOK_NANOS;
    }

    /** Returns the certificate that a new connection shows. */
    X509Certificate shown() throws Exception {
      Stranger stranger = Stranger.with(oldKey);
      Handshake handshake = Handshake.between(stranger.client(), security.newEngine(false));
      return handshake.certificateOfServer();
    }
  }

  private static X509Certificate certificate(Path store) throws Exception {
    return (X509Certificate) TestKeys.chain(store)[0];
  }

  @Test
  void aNewConnectionUsesTheChangedKey_afterASecondAtMost() throws Exception {
    Node node = new Node("node-1", oldKey, both);
    assertThat(node.info).singleElement().asString().contains("this node is certificate of");
    node.info.clear();

    node.use(newKey, node.keyStore);
    node.nowNanos -= CurrentKeys.LOOK_NANOS;
    assertThat(node.shown()).isEqualTo(certificate(oldKey));
    node.nowNanos += CurrentKeys.LOOK_NANOS - 1;
    assertThat(node.shown()).isEqualTo(certificate(oldKey));
    node.nowNanos++;
    assertThat(node.shown()).isEqualTo(certificate(newKey));
    node.nowNanos += CurrentKeys.LOOK_NANOS;
    assertThat(node.shown()).isEqualTo(certificate(newKey));

    PeerCertificate changed = new PeerCertificate(certificate(newKey));
    assertThat(node.info)
        .singleElement()
        .asString()
        .contains("new connections use the changed files", "\"" + CLUSTER + "\"")
        .contains("expires " + changed.expires(), changed.toString())
        .containsPattern("SHA-256 ([0-9A-F]{2}:){7}[0-9A-F]{2}…");
    assertThat(node.warnings).isEmpty();
  }

  @Test
  void everyMixOfTwoNeighbouringStepsOfARotationConnects() throws Exception {
    Node first = new Node("node-1", oldKey, TestKeys.trusting(dir, "old-trust.p12", oldKey));
    Node second = new Node("node-2", oldKey, TestKeys.trusting(dir, "old-trust.p12", oldKey));
    Path newTrust = TestKeys.trusting(dir, "new-trust.p12", newKey);

    assertConnect(first, second);
    first.use(both, first.trustStore);
    assertConnect(first, second);
    second.use(both, second.trustStore);
    assertConnect(first, second);
    first.use(newKey, first.keyStore);
    assertConnect(first, second);
    second.use(newKey, second.keyStore);
    assertConnect(first, second);
    first.use(newTrust, first.trustStore);
    assertConnect(first, second);
    second.use(newTrust, second.trustStore);
    assertConnect(first, second);

    assertThat(first.shown()).isEqualTo(certificate(newKey));
    assertThat(second.shown()).isEqualTo(certificate(newKey));
    Handshake old =
        Handshake.between(Stranger.with(oldKey).client(), first.security.newEngine(false));
    assertThat(old.serverFailure()).contains("is refused: it is none of the trusted ones");
    assertThat(first.warnings).isEmpty();
  }

  private static void assertConnect(Node first, Node second) throws Exception {
    Handshake one = Handshake.between(first.security, second.security);
    assertThat(one.succeeded()).as(one.serverFailure() + one.clientFailure()).isTrue();
    Handshake other = Handshake.between(second.security, first.security);
    assertThat(other.succeeded()).as(other.serverFailure() + other.clientFailure()).isTrue();
  }

  @Test
  void anUnusableFileLeavesTheKeysAndIsLoggedOnceAMinute() throws Exception {
    Node node = new Node("node-1", oldKey, both);
    node.info.clear();

    node.use(TestKeys.text(dir, "broken", "no keys"), node.keyStore);
    assertThat(node.shown()).isEqualTo(certificate(oldKey));
    node.nowNanos += CurrentKeys.LOOK_NANOS;
    assertThat(node.shown()).isEqualTo(certificate(oldKey));

    assertThat(node.warnings)
        .singleElement()
        .asString()
        .contains("new connections use the key loaded before")
        .contains("keyStore \"" + node.keyStore + "\" is neither PKCS12 nor PEM");
    node.nowNanos += RareLines.INTERVAL_NANOS;
    assertThat(node.shown()).isEqualTo(certificate(oldKey));
    assertThat(node.warnings).hasSize(2);
    assertThat(node.info).isEmpty();
  }

  @Test
  void aFileThatIsUsableAgainIsUsed_evenIfItsStampIsThatOfBefore() throws Exception {
    Node node = new Node("node-1", oldKey, both);
    Path aside = Files.move(node.keyStore, dir.resolve("aside"));
    node.nowNanos += CurrentKeys.LOOK_NANOS;
    assertThat(node.shown()).isEqualTo(certificate(oldKey));
    assertThat(node.warnings).singleElement().asString().contains("does not exist");
    node.info.clear();

    Files.move(aside, node.keyStore);
    node.nowNanos += CurrentKeys.LOOK_NANOS;

    assertThat(node.shown()).isEqualTo(certificate(oldKey));
    assertThat(node.info).hasSize(1);
  }

  @Test
  void aThreadDoesNotWaitForAnotherOneThatReads() throws Exception {
    Node node = new Node("node-1", oldKey, both);
    AtomicReference<Thread> other = new AtomicReference<>();
    AtomicBoolean otherEnded = new AtomicBoolean();
    node.whileItReads =
        () -> {
          other.set(new Thread(() -> node.security.newEngine(false), "another one"));
          other.get().start();
          try {
            other.get().join(10_000);
            otherEnded.set(!other.get().isAlive());
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };

    node.use(newKey, node.keyStore);
    assertThat(node.shown()).isEqualTo(certificate(newKey));

    assertThat(otherEnded).as("the other thread had its engine meanwhile").isTrue();
    assertThat(node.info).hasSize(2);
  }

  @Test
  void aCertificateThatOthersWouldRefuseIsNotUsed() throws Exception {
    Node node = new Node("node-1", oldKey, both);

    node.use(TestKeys.self(dir, "node-2"), node.keyStore);

    assertThat(node.shown()).isEqualTo(certificate(oldKey));
    assertThat(node.warnings)
        .singleElement()
        .asString()
        .contains("has a certificate with \"node-2\"", "whose memberName is \"node-1\"");
  }

  @Test
  void aStolenCertificateLosesItsTrust_evenIfTheOwnKeyCannotBeUsed() throws Exception {
    Node node = new Node("node-1", oldKey, both);
    node.use(TestKeys.text(dir, "broken", "no keys"), node.keyStore);
    assertThat(node.shown()).isEqualTo(certificate(oldKey));
    assertConnects(newKey, node);
    node.info.clear();

    node.use(TestKeys.trusting(dir, "old-trust.p12", oldKey), node.trustStore);

    Handshake stolen =
        Handshake.between(Stranger.with(newKey).client(), node.security.newEngine(false));
    assertThat(stolen.serverFailure()).contains("is refused: it is none of the trusted ones");
    assertThat(node.shown()).isEqualTo(certificate(oldKey));
    assertConnects(oldKey, node);
    node.nowNanos += CurrentKeys.LOOK_NANOS;
    assertConnects(oldKey, node);
    assertThat(node.info)
        .singleElement()
        .asString()
        .contains("new connections use the changed trustStore: ")
        .doesNotContain(new PeerCertificate(certificate(newKey)).toString());
    assertThat(node.warnings)
        .singleElement()
        .asString()
        .contains("new connections use the key loaded before: keyStore");
  }

  @Test
  void aNewKeyIsUsed_evenIfTheTrustCannotBeUsed() throws Exception {
    Node node = new Node("node-1", oldKey, both);
    node.info.clear();
    Files.delete(node.trustStore);

    node.use(newKey, node.keyStore);

    assertThat(node.shown()).isEqualTo(certificate(newKey));
    assertConnects(oldKey, node);
    assertThat(node.info)
        .singleElement()
        .asString()
        .contains("new connections use the changed keyStore: ");
    assertThat(node.warnings)
        .singleElement()
        .asString()
        .contains("new connections use the trust loaded before: trustStore", "does not exist");
  }

  @Test
  void oneFileForBothChangesAsAWhole() throws Exception {
    Node node = new Node("node-1", oldKey);

    node.use(TestKeys.self(dir, "node-2"), node.keyStore);

    assertThat(node.shown()).isEqualTo(certificate(oldKey));
    assertConnects(oldKey, node);
    assertThat(node.warnings)
        .singleElement()
        .asString()
        .contains(
            "new connections use the key and the trust loaded before", "has a certificate with");
  }

  private static void assertConnects(Path key, Node node) throws Exception {
    Handshake handshake =
        Handshake.between(Stranger.with(key).client(), node.security.newEngine(false));
    assertThat(handshake.succeeded()).as(handshake.serverFailure()).isTrue();
  }
}
