/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
