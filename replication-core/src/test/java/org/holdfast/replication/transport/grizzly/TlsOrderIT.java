/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
