// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.holdfast.drill.fault.Effect;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Namespaces of nodes without a process: who reaches whom there, and what is left of them. */
@Timeout(60)
class NamespaceNetworkIT {
  /** Nobody listens there: the system itself refuses the connection, if it hears of it. */
  private static final int CLOSED_PORT = 9;

  private NamespaceNetwork network;
  private List<Node> nodes;

  /** A life of a node. */
  private record Node(String name, String address, NetworkTools networkTools)
      implements NetworkedNode {
    @Override
    public boolean alive() {
      return true;
    }

    boolean reaches(Node other) {
      String connect = "exec 3<>/dev/tcp/" + other.address + "/" + CLOSED_PORT;
      List<String> command =
          List.of("sh", "-c", "timeout 1 bash -c '" + connect + "' 2>&1 || true");
      return networkTools.run(command).contains("refused");
    }
  }

  @BeforeAll
  static void needsNamespaces() {
    Namespaces.assume();
  }

  @BeforeEach
  void create() throws IOException {
    network = NamespaceNetwork.create();
    nodes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      nodes.add(life(i));
    }
  }

  private Node life(int number) throws IOException {
    String name = "node-" + (number + 1);
    return new Node(name, network.address(number), network.renew(name, number));
  }

  @AfterEach
  void close() {
    network.close();
  }

  @Test
  void missOneAnotherOnly_whileTheLinkBetweenThemIsCut() {
    NetworkFaults faults = new NetworkFaults(nodes, network.nodes());
    Fault cut = new Fault.CutLink(Fault.Direction.BOTH);
    List<Node> ends = nodes.subList(1, 3);
    assertThat(nodes.get(1).reaches(nodes.get(2))).isTrue();

    faults.inflict(cut, ends);

    assertThat(faults.effect(cut, ends)).isEqualTo(Effect.NONE);
    assertThat(nodes.get(1).reaches(nodes.get(2))).isFalse();
    assertThat(nodes.get(2).reaches(nodes.get(1))).isFalse();
    assertThat(faults.effect(cut, ends)).isEqualTo(Effect.SEEN);
    for (Node end : ends) {
      assertThat(nodes.get(0).reaches(end)).isTrue();
      assertThat(end.reaches(nodes.get(0))).isTrue();
    }

    faults.heal(cut, ends);
    assertThat(nodes.get(1).reaches(nodes.get(2))).isTrue();
  }

  @Test
  void isReachedByItsClients_whileItIsCutOff() {
    NetworkFaults faults = new NetworkFaults(nodes, network.nodes());
    Fault cut = new Fault.Cut(Fault.Direction.BOTH);

    faults.inflict(cut, nodes.subList(2, 3));

    assertThat(nodes.get(0).reaches(nodes.get(2))).isFalse();
    assertRefusesAClient(2);
  }

  @Test
  void isOverWithItsNode_whichStartsAnewAtItsOldAddresses() throws Exception {
    Fault cut = new Fault.Cut(Fault.Direction.BOTH);
    List<Node> before = nodes.subList(2, 3);
    new NetworkFaults(nodes, network.nodes()).inflict(cut, before);
    assertThat(nodes.get(0).reaches(nodes.get(2))).isFalse();

    Node after = life(2);

    assertThat(after.reaches(nodes.get(0))).isTrue();
    assertThat(nodes.get(0).reaches(after)).isTrue();
    assertRefusesAClient(2);
  }

  @Test
  void canDoWhatTheKernelCan_andSaysWhatToolsSay() {
    assertThat(network.lacks(new Fault.CutLink(Fault.Direction.BOTH))).isEmpty();
    assertThat(network.lacks(new Fault.Loss(10))).isEmpty();
    assertThat(network.lacks(new Fault.Kill())).isEmpty();
    assertThatThrownBy(() -> nodes.get(0).networkTools().run(List.of("tc", "nonsense")))
        .isInstanceOf(FaultException.class)
        .hasMessageContaining("tc nonsense ended with ")
        .hasMessageContaining("nonsense");
  }

  @Test
  void leavesNothing_andWhatAKilledDrillLeftIsRemovedByTheNext() throws Exception {
    network.close();
    assertIsGone(network.name());
    String left = leftByAKilledDrill();

    NamespaceNetwork.create().close();

    assertIsGone(left);
  }

  @Test
  void leavesAlone_whatHasItsNameAfterItsEnd() throws Exception {
    network.close();
    try (NamespaceNetwork next = NamespaceNetwork.create()) {
      network.close();

      assertThat(NamespaceNetwork.owner(next.name())).isNotEmpty();
      assertThat(NamespaceNetwork.namespaces(next.name())).containsExactly(next.name());
    }
  }

  /** Both find the same orphan, and one of them its name in use a moment later. */
  @Test
  void leavesAlone_whatAnotherDrillCreatesAtTheSameMoment() throws Exception {
    String left = leftByAKilledDrill();
    List<Process> drills = new ArrayList<>();
    try {
      int both =
          NamespaceNetwork.LOCK.hold(
              () -> {
                drills.add(drill());
                drills.add(drill());
                return drills.size();
              });
      Set<String> names = new HashSet<>();
      for (Process drill : drills) {
        String name = drill.inputReader(StandardCharsets.UTF_8).readLine();
        names.add(name);
        assertThat(NamespaceNetwork.owner(name)).startsWith(drill.pid() + "@");
      }
      assertThat(names).hasSize(both);
      for (String name : names) {
        assertThat(NamespaceNetwork.namespaces(name)).containsExactly(name + "-node-1", name);
      }
      if (!names.contains(left)) {
        assertIsGone(left);
      }
    } finally {
      for (Process drill : drills) {
        drill.destroyForcibly().waitFor();
      }
      NamespaceNetwork.create().close();
    }
  }

  private static String leftByAKilledDrill() throws Exception {
    Process drill = drill();
    String left;
    try {
      left = drill.inputReader(StandardCharsets.UTF_8).readLine();
    } finally {
      drill.destroyForcibly().waitFor();
    }
    assertThat(NamespaceNetwork.namespaces(left)).hasSize(2);
    return left;
  }

  /** Starts a process that is about to create a network, and names it then. */
  private static Process drill() throws IOException {
    Process drill =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                NamespaceParent.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    boolean creates = false;
    try {
      creates =
          NamespaceParent.CREATES.equals(drill.inputReader(StandardCharsets.UTF_8).readLine());
    } finally {
      if (!creates) {
        drill.destroyForcibly();
      }
    }
    assertThat(creates).isTrue();
    return drill;
  }

  private static void assertIsGone(String name) throws IOException {
    assertThat(NamespaceNetwork.owner(name)).isEmpty();
    assertThat(NamespaceNetwork.namespaces(name)).isEmpty();
  }

  private void assertRefusesAClient(int number) {
    InetSocketAddress address = new InetSocketAddress(network.clientAddress(number), CLOSED_PORT);
    assertThatThrownBy(
            () -> {
              try (Socket client = new Socket()) {
                client.connect(address, 1_000);
              }
            })
        .isInstanceOf(ConnectException.class);
  }
}
