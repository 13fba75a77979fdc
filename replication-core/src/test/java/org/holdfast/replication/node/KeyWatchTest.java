// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLException;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.config.TlsConfig;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.holdfast.replication.security.PeerSecurity;
import org.holdfast.replication.security.TestKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyWatchTest {
  private static final Duration OFTEN = Duration.ofMillis(50);

  @TempDir private Path directory;

  @Test
  void comesToTheEndOfAHandshake() throws Exception {
    assertThat(KeyWatch.completesHandshake(security(own()))).isTrue();
  }

  @Test
  void goesOn_whenTheNodeDoesNotTrustItsOwnCertificate() {
    PeerSecurity security =
        security(TestKeys.tls(TestKeys.self(directory, "node-1"), TestKeys.self(directory, "b")));
    assertThatThrownBy(() -> KeyWatch.completesHandshake(security))
        .isInstanceOf(SSLException.class);

    try (KeyWatch watch = KeyWatch.begin("a", security)) {
      watch.awaitHandshake();

      assertThat(threads()).containsExactly("holdfast-keys-a");
    }
  }

  @Test
  void warnsOfWhatChangedFilesHave_whenNobodyConnects() throws Exception {
    assertTold(
        "has a certificate that expires in",
        TestKeys.selfIn(directory, "soon.p12", "node-1", "-validity", "10"));
  }

  @Test
  void tellsThatChangedFilesCannotBeUsed_whenNobodyConnects() throws Exception {
    Path broken = Files.writeString(directory.resolve("broken"), "no key");

    assertTold("cannot use all of the changed files", broken);
  }

  /** Looks are a second apart at least. */
  private void assertTold(String line, Path changed) throws Exception {
    TlsConfig tls = own();
    PeerSecurity security = security(tls);
    try (KeyWatch watch = KeyWatch.begin("a", security, OFTEN)) {
      watch.awaitHandshake();

      String log =
          CapturedLog.awaiting(
              line,
              () -> Files.move(changed, Path.of(tls.keyStore()), ATOMIC_MOVE, REPLACE_EXISTING));

      assertThat(log).contains(line);
    }
  }

  @Test
  void endsItsThread() {
    KeyWatch watch = KeyWatch.begin("a", security(own()));

    watch.close();

    assertThat(threads()).isEmpty();
  }

  @Test
  void hasNoThread_whenTheNodeSpeaksNoTls() {
    try (KeyWatch watch = KeyWatch.begin("a", PeerSecurity.plaintext(Security.LOOPBACK))) {
      watch.awaitHandshake();

      assertThat(threads()).isEmpty();
    }
  }

  private TlsConfig own() {
    return TestKeys.tls(TestKeys.self(directory, "node-1"));
  }

  private static PeerSecurity security(TlsConfig tls) {
    return PeerSecurity.of(Security.TLS, tls, "node-1");
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("holdfast-keys-"))
        .toList();
  }
}
