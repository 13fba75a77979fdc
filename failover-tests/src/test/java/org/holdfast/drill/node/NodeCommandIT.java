// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeCommandIT {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --secondaries=4        | --secondaries must be 0 to 3, was 4
          --http-port=65536      | --http-port must be 0 to 65535, was 65536
          --http-port=-1         | --http-port must be 0 to 65535, was -1
          --replication-port=-1  | --replication-port must be 0 to 65535, was -1
          --membership-port=0    | --membership-port must be 1 to 65535, was 0
          --ack-timeout-ms=0     | --ack-timeout-ms must be 1 to 30000, was 0
          --ack=maybe            | --ack must be one of sync, async, was "maybe"
          --name=a.b             | --name must be 1 to 64 characters of [A-Za-z0-9_-], was "a.b"
          --cluster=             | --cluster must be 1 to 64 characters of [A-Za-z0-9_-], was ""
          --http-host=a b        | --http-host must be a host name or address, was "a b"
          --discovery=multicast  | --discovery must be local, static:HOST:PORT,... or dns:NAME, was "multicast"
          --bind-host=0.0.0.0    | --bind-host must be an address that other nodes can reach, was "0.0.0.0"
          --bind-host=::         | --bind-host must be an address that other nodes can reach, was "::"
          --scope=all            | --scope must be one of SESSION, MODIFIED_SESSION, MODIFIED_ATTRIBUTE, was "all"
          """)
  void saysInOneLineWhatIsWrong_whenAValueIsImpossible(String option, String message) {
    assertThat(execute(option)).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly("holdfast node: " + message, "try 'holdfast node --help'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--http-port=many", "--colour=red", "surplus"})
  void refusesTheCommandLine_whenItCannotBeRead(String argument) {
    assertThat(execute(argument)).isEqualTo(2);
    assertThat(err.toString()).contains(argument.substring(argument.indexOf('=') + 1));
    assertThat(err.toString().lines()).hasSize(2).last().isEqualTo("try 'holdfast node --help'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --membership-port=65530           | bindPort must be at most 65526 for local discovery
          --discovery=static:127.0.0.1:99999| port of 127.0.0.1 must be 1 to 65535, was 99999
          """)
  void endsAsForAnyBadValue_whenOnlyTheSessionsRefuseIt(String option, String message) {
    assertThat(execute(option, "--http-port=0")).isEqualTo(2);
    assertThat(err.toString()).startsWith("holdfast node: " + message);
    assertThat(err.toString().lines()).hasSize(2);
  }

  @Test
  void saysWhichAddressIsTaken_whenThePortIsInUse() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      int port = other.getLocalPort();

      assertThat(execute("--secondaries=0", "--http-port=" + port)).isEqualTo(3);
      assertThat(err)
          .hasToString(
              "holdfast node: cannot serve HTTP on 127.0.0.1:"
                  + port
                  + ": Address already in use; choose a host of this machine and a port that no other"
                  + " process has, or port 0 for any free one"
                  + System.lineSeparator());
      assertThat(out).hasToString("");
    }
  }

  @Test
  void saysWhichAddressIsForeign_whenTheHostIsNotOfThisMachine() {
    assertThat(execute("--secondaries=0", "--http-host=203.0.113.1")).isEqualTo(3);
    assertThat(err.toString()).startsWith("holdfast node: cannot serve HTTP on 203.0.113.1:8080: ");
  }

  @Test
  void listsEveryOption_whenAskedForHelp() {
    assertThat(execute("--help")).isZero();
    assertThat(out.toString())
        .contains("--name", "--http-port", "--secondaries", "--ack-timeout-ms", "Exit codes:");
  }

  private int execute(String... arguments) {
    return NodeCommand.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
