// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.nio.file.Path;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.config.TlsConfig;
import org.holdfast.replication.security.PeerSecurity;
import org.holdfast.replication.security.TestKeys;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The order of frames, and how few writes they take, with TLS. */
class TlsOrderIT extends OutgoingOrderIT {
  @TempDir static Path keys;

  @BeforeAll
  static void secure() {
    TlsConfig shared = TestKeys.tls(TestKeys.self(keys, TlsConfig.CLUSTER_NAME));
    TestNode.secureBy(name -> PeerSecurity.of(Security.TLS, shared, name));
  }

  @AfterAll
  static void openAgain() {
    TestNode.secureBy(null);
  }
}
