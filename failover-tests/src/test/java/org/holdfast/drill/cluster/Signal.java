// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** What stops a process without ending it, and lets it go on. */
enum Signal {
  STOP,
  CONT;

  /** Sends this signal; returns when it was delivered. */
  void send(long pid) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name(), Long.toString(pid)).inheritIO().start();
    if (!kill.waitFor(5, TimeUnit.SECONDS) || kill.exitValue() != 0) {
      throw new IOException("cannot send SIG" + name() + " to process " + pid);
    }
  }
}
