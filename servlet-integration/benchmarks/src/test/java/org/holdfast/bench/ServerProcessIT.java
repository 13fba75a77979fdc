// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerProcessIT {
  private static final List<String> SMALL = List.of("-Xmx64m", "-XX:TieredStopAtLevel=1");

  @TempDir private Path temporary = Path.of("");

  @Test
  void leavesNoProcessAndNoDirectory_whenClosed() throws Exception {
    try (ServerProcess server =
        ServerProcess.start(ServerKind.TOMCAT, SMALL, temporary, Duration.ofSeconds(60))) {
      assertThat(server.collectors()).isNotBlank();
      assertThat(server.address().getPort()).isPositive();
      assertThat(temporary).isNotEmptyDirectory();
    }

    assertNothingIsLeft();
  }

  @Test
  void leavesNothing_whenItWasKilled() throws Exception {
    try (ServerProcess server =
        ServerProcess.start(ServerKind.TOMCAT, SMALL, temporary, Duration.ofSeconds(60))) {
      ProcessHandle child = ProcessHandle.current().children().findFirst().orElseThrow();
      child.destroyForcibly();
      child.onExit().join();

      assertThatThrownBy(server::cpu).hasMessageStartingWith("tomcat has ended with ");
    }

    assertNothingIsLeft();
  }

  @Test
  void namesTheServer_andLeavesNothing_whenItTakesTooLong() throws IOException {
    assertThatThrownBy(
            () -> ServerProcess.start(ServerKind.TOMCAT, SMALL, temporary, Duration.ZERO))
        .isInstanceOf(IOException.class)
        .hasMessage("tomcat did not serve within 0 s");

    assertNothingIsLeft();
  }

  @Test
  void namesTheServer_andLeavesNothing_whenItEndsAtOnce() throws IOException {
    assertThatThrownBy(
            () ->
                ServerProcess.start(
                    ServerKind.JETTY, List.of("-version"), temporary, Duration.ofSeconds(60)))
        .isInstanceOf(IOException.class)
        .hasMessage("jetty ended before it served");

    assertNothingIsLeft();
  }

  private void assertNothingIsLeft() throws IOException {
    assertThat(ProcessHandle.current().children()).isEmpty();
    try (var left = Files.list(temporary)) {
      assertThat(left).isEmpty();
    }
  }
}
