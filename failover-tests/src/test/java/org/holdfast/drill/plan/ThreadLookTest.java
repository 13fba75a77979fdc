// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.holdfast.drill.jvm.RunningJvm;
import org.holdfast.drill.jvm.UnreachableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Dumps of this JVM, asked as a node's is. */
@Timeout(60)
class ThreadLookTest {
  private final CountDownLatch dumped = new CountDownLatch(3);
  private JMXConnectorServer server;

  @BeforeEach
  void serve() throws IOException {
    server =
        JMXConnectorServerFactory.newJMXConnectorServer(
            new JMXServiceURL("rmi", "127.0.0.1", 0),
            Map.of(),
            ManagementFactory.getPlatformMBeanServer());
    server.start();
  }

  @AfterEach
  void stopServing() throws IOException {
    server.stop();
  }

  @Test
  void takesThreeDumpsOfEachNode_andSaysWhichGaveNone() throws Exception {
    Map<String, RunningJvm> jvms = new LinkedHashMap<>();
    jvms.put("node-1", jvm());
    jvms.put("node-2", RunningJvm.process(Long.MAX_VALUE));
    ThreadLook look = new ThreadLook(jvms, Duration.ofMillis(40));

    look.begins();
    dumped.await();
    look.ends();
    ThreadLook.Seen seen = look.seen();

    assertThat(seen.summary())
        .startsWith("node-1: ")
        .contains(" threads in [", "; node-2 gave no thread dump: there is no process");
    assertThat(seen.lines()).startsWith("node-1").anyMatch(line -> line.contains("[3]"));
  }

  @Test
  void takesNone_whenTheStageIsOverBefore() throws Exception {
    ThreadLook look = new ThreadLook(Map.of("node-1", jvm()), Duration.ofMinutes(1));
    look.begins();
    look.ends();

    assertThat(look.seen()).isEqualTo(ThreadLook.Seen.NOTHING);
    assertThat(dumped.getCount()).isEqualTo(3);
  }

  private RunningJvm jvm() {
    return new RunningJvm() {
      @Override
      public String name() {
        return "this one";
      }

      @Override
      @SuppressWarnings("BanJNDI") // an address that this test has just made
      public JMXConnector connect() throws UnreachableException {
        try {
          JMXConnector connector = JMXConnectorFactory.connect(server.getAddress());
          dumped.countDown();
          return connector;
        } catch (IOException e) {
          throw new UnreachableException("no connection", e);
        }
      }
    };
  }
}
