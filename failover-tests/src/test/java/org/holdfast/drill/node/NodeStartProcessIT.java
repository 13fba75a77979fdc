// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node process that cannot start: what it says, and that it ends at once. */
@Timeout(60)
class NodeStartProcessIT {
  @TempDir private Path temporary;
  private ServerSocket taken;
  private final Map<String, String> environment = new HashMap<>();
  private int free;
  private Process process;

  @BeforeEach
  void takeAPort() throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    taken = new ServerSocket(0, 1, loopback);
    try (ServerSocket other = new ServerSocket(0, 1, loopback)) {
      free = other.getLocalPort();
    }
  }

  @AfterEach
  void cleanUp() throws Exception {
    taken.close();
    process.destroyForcibly().waitFor();
  }

  @Test
  void saysWhichAddressIsTaken_whenTheHttpPortIsInUse() throws Exception {
    start("--http-port=" + taken.getLocalPort(), "--membership-port=" + free);

    assertRefusesStart(
        "cannot serve HTTP on 127.0.0.1:" + taken.getLocalPort() + ": Address already in use; ");
  }

  @Test
  void saysWhichPortIsTaken_whenTheMembershipPortIsInUse() throws Exception {
    int port = taken.getLocalPort();
    start("--membership-port=" + port, "--discovery=static:127.0.0.1:" + port);

    assertRefusesStart("cannot listen on 127.0.0.1:" + port + ": Address already in use; ");
  }

  @Test
  void saysWhichAddressIsForeign_whenTheBindHostIsNotOfThisMachine() throws Exception {
    environment.put("HOLDFAST_SECURITY", "none");
    start("--bind-host=203.0.113.1", "--membership-port=" + free);

    assertRefusesStart("cannot listen on 203.0.113.1:" + free);
  }

  private void start(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                NodeCommand.class.getName()));
    if (Stream.of(arguments).noneMatch(argument -> argument.startsWith("--discovery"))) {
      command.add("--discovery=static:127.0.0.1:" + free);
    }
    if (Stream.of(arguments).noneMatch(argument -> argument.startsWith("--http-port"))) {
      command.add("--http-port=0");
    }
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    process = builder.redirectError(temporary.resolve("standard-error").toFile()).start();
  }

  /**
   * One line: neither Tomcat's log nor a stack trace around it, and nothing that says it serves. On
   * a busy machine Tomcat may warn that its source of random numbers took long.
   */
  private void assertRefusesStart(String reason) throws Exception {
    assertThat(process.waitFor(45, TimeUnit.SECONDS)).as("ended").isTrue();
    assertThat(process.exitValue()).isEqualTo(3);
    assertThat(Files.readAllLines(temporary.resolve("standard-error")))
        .filteredOn(line -> !line.contains("Creation of SecureRandom instance"))
        .singleElement()
        .asString()
        .startsWith("holdfast node: " + reason);
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEmpty();
    try (Stream<Path> files = Files.list(temporary)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.startsWith("holdfast-"));
    }
  }
}
