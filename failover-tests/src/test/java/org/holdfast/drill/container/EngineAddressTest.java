// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import org.holdfast.drill.cluster.ClusterStartException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineAddressTest {
  @TempDir private Path directory;

  @Test
  void isWhatTheEnvironmentNames() {
    assertThat(EngineAddress.find(Map.of("DOCKER_HOST", "unix:///run/user/1/docker.sock")).socket())
        .isEqualTo(UnixDomainSocketAddress.of("/run/user/1/docker.sock"));
    assertThat(EngineAddress.find(Map.of("DOCKER_HOST", "tcp://127.0.0.1:2375")).socket())
        .isEqualTo(new InetSocketAddress("127.0.0.1", 2375));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ssh://somewhere", "tcp://", "tcp://host", "tcp://host:port"})
  void saysWhatItCanBe_whenTheEnvironmentNamesNone(String given) {
    assertThatThrownBy(() -> EngineAddress.find(Map.of("DOCKER_HOST", given)))
        .isInstanceOf(ClusterStartException.class)
        .hasMessageContaining("unix://PATH or tcp://HOST:PORT")
        .hasMessageContaining(given);
  }

  @Test
  void tellsWhereAnEngineWasLookedForAndWhatNeedsNone_whenNobodyIsThere() {
    Map<String, String> environment = Map.of("DOCKER_HOST", "unix://" + directory + "/none.sock");

    assertThatThrownBy(() -> DockerEngine.connect(environment))
        .isInstanceOf(ClusterStartException.class)
        .hasMessageStartingWith("no Docker engine answers at unix://" + directory + "/none.sock (")
        .hasMessageContaining("--engine process needs none");
  }
}
