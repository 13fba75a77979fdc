// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import javax.management.remote.JMXConnector;
import org.holdfast.drill.cluster.StatusClient;
import org.holdfast.drill.jvm.OtherProcesses;
import org.holdfast.drill.jvm.RunningJvm;
import org.holdfast.drill.jvm.UnreachableException;
import org.holdfast.drill.load.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes that were there before. */
@Timeout(60)
class GivenServersIT {
  private static Target target(String name) {
    return new Target(name, new InetSocketAddress("127.0.0.1", 1));
  }

  @Test
  void measuresAProcessThatIsNoJvm_andLeavesItAloneWhenItLooksCloser() throws Exception {
    Process other = OtherProcesses.endedByQuit();
    try {
      Servers servers =
          GivenServers.of(
              List.of(target("nginx"), target("java")),
              List.of(),
              List.of(other.pid(), ProcessHandle.current().pid()),
              List.of(),
              null,
              new StatusClient(),
              words -> {});
      assertThat(servers.nodes().get(0).meter().sample().cpuNanos()).isNotNull();

      Map<String, RunningJvm> jvms = CapacityRun.jvms(servers);
      assertThat(jvms).containsOnlyKeys("java");
      CountDownLatch asked = new CountDownLatch(1);
      ThreadLook look =
          new ThreadLook(Map.of("nginx", counted(other.pid(), asked)), Duration.ofMillis(40));
      look.begins();
      asked.await();
      assertThat(look.seen().summary())
          .as("had it been taken for one")
          .startsWith("nginx gave no thread dump: process " + other.pid() + " is no JVM: ");
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroyForcibly();
    }
  }

  private static RunningJvm counted(long pid, CountDownLatch asked) {
    RunningJvm process = RunningJvm.process(pid);
    return new RunningJvm() {
      @Override
      public String name() {
        return process.name();
      }

      @Override
      public JMXConnector connect() throws UnreachableException {
        asked.countDown();
        return process.connect();
      }
    };
  }
}
