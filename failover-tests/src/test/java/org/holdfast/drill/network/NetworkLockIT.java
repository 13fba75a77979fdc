// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Beside another process that holds the lock. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class NetworkLockIT {
  @TempDir private Path directory;
  private Path left;
  private NetworkLock lock;
  private Process holder;

  @BeforeEach
  void start() throws IOException {
    Path file = directory.resolve("lock");
    left = directory.resolve("left");
    lock = new NetworkLock(file);
    holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                LockHolder.class.getName(),
                file.toString(),
                left.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(holder.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo(LockHolder.HOLDS);
  }

  @AfterEach
  void kill() throws InterruptedException {
    holder.destroyForcibly().waitFor();
  }

  @Test
  void waitsForAnotherProcess_untilThatReleasesIt() throws Exception {
    CompletableFuture<Boolean> next = CompletableFuture.supplyAsync(this::findsWhatTheHolderLeft);

    releaseTheOther();

    assertThat(next.get(20, TimeUnit.SECONDS)).isTrue();
    assertThat(findsWhatTheHolderLeft()).as("once more").isTrue();
  }

  @Test
  void waitsForAnotherProcess_untilThatIsKilled() throws Exception {
    CompletableFuture<Boolean> next = CompletableFuture.supplyAsync(this::findsWhatTheHolderLeft);

    holder.destroyForcibly();

    assertThat(next.get(20, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void waitsOnAndKeepsTheInterrupt_whenItIsInterrupted() throws Exception {
    AtomicInteger ran = new AtomicInteger();
    AtomicBoolean still = new AtomicBoolean();
    Thread waits =
        new Thread(
            () -> {
              assertThat(hold(ran::incrementAndGet)).isEqualTo(1);
              still.set(Thread.currentThread().isInterrupted());
            });
    waits.start();

    waits.interrupt();
    releaseTheOther();
    waits.join(20_000);

    assertThat(ran).hasValue(1);
    assertThat(still).isTrue();
  }

  @Test
  void letsAnInterruptedThreadIn() throws Exception {
    releaseTheOther();
    Thread.currentThread().interrupt();

    boolean inside = hold(() -> Thread.currentThread().isInterrupted());

    assertThat(Thread.interrupted()).as("afterwards").isTrue();
    assertThat(inside).isFalse();
  }

  @Test
  void canBeTakenByItsUserAlone() throws Exception {
    assertThat(Files.getPosixFilePermissions(directory.resolve("lock")))
        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  }

  @Test
  void saysWhichFile_whenItCannotBeOpened() {
    Path nowhere = directory.resolve("none").resolve("lock");

    assertThatThrownBy(() -> new NetworkLock(nowhere).hold(() -> "never"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("cannot open the lock of all drills, " + nowhere + ": ");
  }

  private boolean findsWhatTheHolderLeft() {
    return hold(() -> Files.exists(left));
  }

  private <T> T hold(NetworkLock.Action<T> action) {
    try {
      return lock.hold(action);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void releaseTheOther() throws IOException {
    holder.getOutputStream().write('\n');
    holder.getOutputStream().flush();
  }
}
