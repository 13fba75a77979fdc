// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Network;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a drill's containers when its process ends; run from the executable jar. */
@Timeout(120)
class ContainerEndsIT {
  private static final String LABEL = "org.holdfast.drill.owner";

  @TempDir private Path workDir;
  private Process parent;

  @BeforeAll
  static void needsDocker() {
    Docker.assume();
  }

  @AfterEach
  void kill() throws Exception {
    if (parent != null) {
      parent.destroyForcibly().waitFor();
    }
    Owner.sweepOrphans(DockerEngine.connect());
  }

  @Test
  void nothing_whenItIsToldToEnd() throws Exception {
    startFromTheExecutableJar();
    assertThat(containers()).isNotEmpty();

    parent.toHandle().destroy();

    assertThat(parent.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(containers()).isEmpty();
    assertThat(networks()).isEmpty();
  }

  @Test
  void nothing_onceAnotherDrillHasSwept_whenItIsKilled() throws Exception {
    startFromTheExecutableJar();

    parent.destroyForcibly().waitFor();
    assertThat(containers()).as("nobody could remove them yet").isNotEmpty();
    Owner.sweepOrphans(DockerEngine.connect());

    assertThat(containers()).isEmpty();
    assertThat(networks()).isEmpty();
  }

  private void startFromTheExecutableJar() throws Exception {
    Path testClasses =
        Path.of(ContainerParent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                System.getProperty("shaded.jar") + File.pathSeparator + testClasses,
                ContainerParent.class.getName(),
                workDir.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader printed =
        new BufferedReader(new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8));
    assertThat(printed.readLine()).startsWith("counter=1 ").contains("node=node-1");
  }

  private List<Container> containers() {
    return Docker.client()
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(List.of(LABEL))
        .exec()
        .stream()
        .filter(container -> container.getLabels().get(LABEL).startsWith(parent.pid() + "@"))
        .toList();
  }

  private List<Network> networks() {
    return Docker.client().listNetworksCmd().withFilter("label", List.of(LABEL)).exec().stream()
        .filter(network -> network.getLabels().get(LABEL).startsWith(parent.pid() + "@"))
        .toList();
  }
}
