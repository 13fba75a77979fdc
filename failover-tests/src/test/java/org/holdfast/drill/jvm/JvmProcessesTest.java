// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.jvm;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** By files as the kernel writes them; a real process that is none is in {@code *ProcessIT}. */
class JvmProcessesTest {
  private static final String CODE =
      "7fd9eaa51000-7fd9eb7a4000 r-xp 00251000 fe:00 315152         /usr/lib/jvm/lib/server/libjvm.so";
  private static final String CATCHES = "SigIgn:\t0000000000000000\nSigCgt:\t2000000181005ccf\n";
  private static final String DEAF = "NSpid:\t7\t1\nSigCgt:\t0000000101001cc8\n";

  @TempDir private Path proc;
  private Path process;

  @BeforeEach
  void makeProc() throws IOException {
    Files.createDirectories(proc.resolve("self"));
    process = Files.createDirectories(proc.resolve("7"));
    Files.writeString(process.resolve("status"), CATCHES);
  }

  private void require(String maps) throws IOException, UnreachableException {
    Files.writeString(process.resolve("maps"), maps);
    new JvmProcesses(proc).require(7);
  }

  @Test
  void takesAJvm_whoseLibraryWasReplacedSinceToo() {
    assertThatCode(() -> require("560000-570000 r-xp 0 fe:00 1 /bin/java\n" + CODE + "\n"))
        .doesNotThrowAnyException();
    assertThatCode(() -> require(CODE + " (deleted)\n")).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "560000-570000 r-xp 00000000 fe:00 1    /usr/sbin/nginx\n",
        // A debugger reads the library.
        "7fd9ea800000-7fd9eaa51000 r--p 00000000 fe:00 3   /usr/lib/jvm/lib/server/libjvm.so\n",
        "7fd9ea800000-7fd9eaa51000 r-xp 00000000 fe:00 3   /usr/lib/mylibjvm.so\n",
      })
  void takesNothingElse(String maps) {
    assertThatThrownBy(() -> require(maps))
        .isInstanceOf(UnreachableException.class)
        .hasMessageStartingWith("process 7 is no JVM: ");
  }

  @Test
  void leavesAlone_whatCannotBeTold() {
    assertThatThrownBy(() -> new JvmProcesses(proc).require(7))
        .isInstanceOf(UnreachableException.class)
        .hasMessageStartingWith(
            "process 7 cannot be asked, as nothing tells whether it is a JVM: "
                + process.resolve("maps"));
  }

  @Test
  void leavesAJvmAlone_thatWouldEndByTheSignal() throws Exception {
    Files.writeString(process.resolve("status"), DEAF);

    assertThatThrownBy(() -> require(CODE))
        .isInstanceOf(UnreachableException.class)
        .hasMessageStartingWith("process 7 does not listen to who wants to attach: ");

    Files.createDirectories(process.resolve("root/tmp"));
    Files.createFile(process.resolve("root/tmp/.java_pid1"));
    assertThatCode(() -> require(CODE)).as("with its socket open").doesNotThrowAnyException();
  }

  @Test
  void asksTheListOfJvms_whereThereIsNoProc() {
    JvmProcesses elsewhere = new JvmProcesses(proc.resolve("none"));

    assertThatCode(() -> elsewhere.require(ProcessHandle.current().pid()))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> elsewhere.require(1))
        .isInstanceOf(UnreachableException.class)
        .hasMessage("process 1 is no JVM that jcmd -l lists here: another user's, or none");
  }
}
