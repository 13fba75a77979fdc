// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.InstantSource;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.NodeConfigBuilder;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.security.TestKeys;
import org.holdfast.replication.transport.TransportException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The addresses on which a node listens without a key. No machine has the address here: it is for
 * documents.
 */
class ClosedByDefaultTest {
  private static final String ELSEWHERE = "192.0.2.1";

  @Test
  void startsNoNodeThatOthersCouldReach_andShowsTheLinesToAdd() {
    assertThatThrownBy(() -> start(elsewhere()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("bindHost " + ELSEWHERE + " is reachable from other machines")
        .hasMessageContainingAll(
            "java -jar holdfast.jar keystore --out cluster.p12",
            "\n  keyStore=cluster.p12\n  keyStorePasswordFile=cluster.p12.password\n",
            "127.0.0.1",
            "security=none");
  }

  /** It may be asked for in so many words: a stated mode does not open the port by itself. */
  @Test
  void startsNone_whenLoopbackIsAskedFor() {
    assertThatThrownBy(() -> start(elsewhere().security(Security.LOOPBACK)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is reachable from other machines");
  }

  @ParameterizedTest
  @EnumSource(names = {"TLS", "MIGRATE"})
  void listensThere_whenItHasAKey(Security security, @TempDir Path directory) {
    NodeConfigBuilder withKey =
        elsewhere().security(security).tls(TestKeys.tls(TestKeys.self(directory, "node-1")));

    assertListens(withKey);
  }

  @Test
  void listensThere_whenSecurityIsNone() {
    assertListens(elsewhere().security(Security.NONE));
  }

  /** It tries, at least. */
  private static void assertListens(NodeConfigBuilder config) {
    assertThatThrownBy(() -> start(config))
        .isInstanceOf(TransportException.class)
        .hasMessageContaining("cannot listen on " + ELSEWHERE);
  }

  private static NodeConfigBuilder elsewhere() {
    return NodeConfig.builder("node-1").bindHost(ELSEWHERE).discovery("static:127.0.0.1:7800");
  }

  private static void start(NodeConfigBuilder config) {
    ReplicationNode.start(config.build(), InstantSource.system()).close();
  }
}
