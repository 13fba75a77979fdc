// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.usage;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts as a Linux 6.18 wrote them for a JVM. */
class ProcFilesTest {
  private static final String STAT =
      "20778 (java) S 20354 20352 20352 0 -1 4194304 349973 437956 35 32 10343 427 41015 853 20 0 37"
          + " 0 1165271 9273184256 307783 18446744073709551615 94124229750784 94124229751669"
          + " 140734767101712 0 0 0 0 2 16800973 0 0 0 17 1 0 0 0 0 0";
  private static final long USED = (10_343 + 427 + 41_015 + 853) * 10_000_000L;
  private static final String STATUS =
      """
      Name:\tjava
      Cpus_allowed_list:\t0-1
      voluntary_ctxt_switches:\t42
      nonvoluntary_ctxt_switches:\t2
      """;

  @TempDir private Path proc;

  @Test
  void addsUserAndSystemTime_andThatOfEndedChildren() throws Exception {
    assertThat(ProcFiles.stat(STAT)).isEqualTo(new ProcFiles.Stat(20_354, USED));
  }

  @Test
  void isNotMisledByTheNameOfTheProgram() throws Exception {
    assertThat(ProcFiles.stat(STAT.replace("(java)", "(a) 1 (b c)")))
        .isEqualTo(new ProcFiles.Stat(20_354, USED));
  }

  @Test
  void refusesATextThatIsNoStat() {
    assertThatThrownBy(() -> ProcFiles.stat("20778 (java) S 1 2"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/proc/PID/stat");
  }

  @Test
  void countsSwitchesOfBothKinds_andTimeOnACpuAndInItsQueue() {
    assertThat(ProcFiles.contextSwitches(STATUS)).isEqualTo(44);
    assertThat(ProcFiles.contextSwitches("Name:\tjava\n")).isNull();
    assertThat(ProcFiles.runnableNanos("40560549540 24925010880 15712\n"))
        .isEqualTo(65_485_560_420L);
    assertThat(ProcFiles.runnableNanos("")).isNull();
    assertThat(ProcFiles.runnableNanos("a b c")).isNull();
  }

  @Test
  void addsAllThreadsUp_andPassesOverOneThatHasJustEnded() throws Exception {
    process(7);
    thread(7, 7, STATUS, "100 20 3");
    thread(7, 8, STATUS, "1000 200 3");
    Files.createDirectories(proc.resolve("7/task/9"));

    assertThat(new ProcFiles(proc).times(7)).contains(new ProcFiles.Times(USED, 88L, 1_320L));
  }

  @Test
  void tellsNoRunQueue_whereTheKernelDoesNot() throws Exception {
    process(7);
    Files.createDirectories(proc.resolve("7/task/7"));
    Files.writeString(proc.resolve("7/task/7/status"), STATUS);

    assertThat(new ProcFiles(proc).times(7).orElseThrow().runnableNanos()).isNull();
  }

  @Test
  void knowsNothing_ofAProcessThatIsNotThere() {
    assertThat(new ProcFiles(proc).times(7)).isEmpty();
  }

  @Test
  void readsThisProcess_onLinux() {
    assertThat(new ProcFiles(Path.of("/proc")).times(ProcessHandle.current().pid()))
        .hasValueSatisfying(times -> assertThat(times.cpuNanos()).isPositive());
  }

  @Test
  void addsWhatProcessesBelowItUse_butNoOthers() throws Exception {
    process(7, 1);
    process(9, 8);
    process(8, 7);
    process(10, 1);
    thread(7, 7, STATUS, "100 20 3");
    thread(9, 9, STATUS, "1000 200 3");
    thread(10, 10, STATUS, "1000 200 3");

    assertThat(new ProcFiles(proc).times(7)).contains(new ProcFiles.Times(3 * USED, 88L, 1_320L));
  }

  /** As of a server with a worker: the child may burn 20 s, and no more. */
  @Test
  void doesNotGoBack_whenAWorkerOfAServerEnds() throws Exception {
    Process server =
        new ProcessBuilder("sh", "-c", "(ulimit -t 20; while :; do :; done) & wait; read end")
            .start();
    try {
      Supplier<Long> used =
          () -> new ProcFiles(Path.of("/proc")).times(server.pid()).orElseThrow().cpuNanos();
      Awaitility.await().atMost(ofSeconds(60)).until(() -> used.get() >= 200_000_000);
      long before = used.get();

      assertThat(server.descendants()).hasSize(1);
      server.descendants().forEach(ProcessHandle::destroyForcibly);
      Awaitility.await()
          .atMost(ofSeconds(60))
          .until(() -> server.descendants().findAny().isEmpty());

      assertThat(used.get()).isGreaterThanOrEqualTo(before);
    } finally {
      server.descendants().forEach(ProcessHandle::destroyForcibly);
      server.destroyForcibly();
    }
  }

  private void process(long pid) throws IOException {
    process(pid, 1);
  }

  private void process(long pid, long parent) throws IOException {
    Files.createDirectories(proc.resolve(pid + "/task"));
    Files.writeString(proc.resolve(pid + "/stat"), STAT.replace("S 20354", "S " + parent));
  }

  private void thread(long pid, long id, String status, String schedstat) throws IOException {
    Path thread = Files.createDirectories(proc.resolve(pid + "/task/" + id));
    Files.writeString(thread.resolve("status"), status);
    Files.writeString(thread.resolve("schedstat"), schedstat);
  }
}
