// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.membership.Member;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The views of the survivors when a process is killed or hangs; prints how long they took. */
@Timeout(90)
class MemberCrashIT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Member NODE_2 = new Member("node-2", 1, "replication-of-node-2", 9_000);

  private final int base = MemberUnderTest.freePorts(Discovery.LOCAL_PORTS);
  private final List<Process> processes = new ArrayList<>();
  private final List<MemberUnderTest> members = new ArrayList<>();

  @AfterEach
  void endAll() throws InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
    }
    members.forEach(MemberUnderTest::close);
    members.forEach(member -> assertThat(member.violations).isEmpty());
  }

  @Test
  void givesTheSurvivorsAViewWithoutTheDead_whenAProcessIsKilled() throws Exception {
    MemberUnderTest one = start("node-1", 1);
    MemberUnderTest three = start("node-3", 1);
    Process process = fork();
    one.awaitMembers(SOON, one.self, NODE_2, three.self);
    three.awaitMembers(SOON, one.self, NODE_2, three.self);

    long killed = System.nanoTime();
    process.destroyForcibly();
    one.awaitMembers(SOON, one.self, three.self);
    three.awaitMembers(SOON, one.self, three.self);
    print("kill -9 to the view without the member", killed);
  }

  @Test
  void givesTheSurvivorsAViewWithoutTheDead_whenTheCoordinatorIsKilled() throws Exception {
    Process process = fork();
    MemberUnderTest one = start("node-1", 1);
    MemberUnderTest three = start("node-3", 1);
    one.awaitMembers(SOON, one.self, NODE_2, three.self);
    assertThat(one.last().creator()).isEqualTo("node-2");

    long killed = System.nanoTime();
    process.destroyForcibly();
    one.awaitMembers(SOON, one.self, three.self);
    three.awaitMembers(SOON, one.self, three.self);
    print("kill -9 of the coordinator to the view without it", killed);
    assertThat(one.last()).isEqualTo(three.last());
  }

  @Test
  void showsTheNewIncarnationAlone_whenAKilledMemberRestartsBeforeItWasMissed() throws Exception {
    MemberUnderTest one = start("node-1", 1);
    Process process = fork();
    one.awaitMembers(SOON, one.self, NODE_2);

    process.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
    // An earlier number, as if the clock had gone back meanwhile.
    MemberUnderTest again = start("node-2", NODE_2.incarnation() - 1);
    one.awaitMembers(SOON, one.self, again.self);
    assertThat(again.views.get(0).members()).doesNotContain(NODE_2);
    // The exclusion of the dead incarnation is a view of its own, with the same members.
    await().atMost(SOON).until(() -> one.last().number() >= 3);
    assertThat(one.last().members()).containsExactly(one.self, again.self);
  }

  @Test
  @EnabledOnOs(
      value = {OS.LINUX, OS.MAC},
      disabledReason = "a process can be stopped with SIGSTOP on Linux and macOS only")
  void excludesAMemberThatHangs_andTakesItBackWhenItGoesOn() throws Exception {
    MemberUnderTest one = MemberUnderTest.start("shop", base, Discovery.local(), "node-1", 1);
    members.add(one);
    Process process = fork();
    one.awaitMembers(SOON, one.self, NODE_2);

    long stopped = System.nanoTime();
    signal("STOP", process);
    one.awaitMembers(Duration.ofSeconds(15), one.self);
    print("SIGSTOP to the view without the member", stopped);
    long continued = System.nanoTime();
    signal("CONT", process);
    one.awaitMembers(Duration.ofSeconds(30), one.self, NODE_2);
    print("SIGCONT to the merged view", continued);
  }

  private MemberUnderTest start(String name, long incarnation) {
    MemberUnderTest member = MemberUnderTest.startDeafToSilence(base, name, incarnation);
    members.add(member);
    return member;
  }

  private Process fork() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                MemberProcess.class.getName(),
                Integer.toString(base),
                NODE_2.name())
            .redirectErrorStream(true)
            .start();
    processes.add(process);
    assertThat(process.inputReader().lines().anyMatch(MemberProcess.JOINED::equals))
        .as("the forked member joined")
        .isTrue();
    return process;
  }

  private static void signal(String name, Process process) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    assertThat(kill.waitFor(5, TimeUnit.SECONDS)).isTrue();
    assertThat(kill.exitValue()).isZero();
  }

  private static void print(String what, long sinceNanos) {
    System.out.printf("%s: %d ms%n", what, (System.nanoTime() - sinceNanos) / 1_000_000);
  }
}
