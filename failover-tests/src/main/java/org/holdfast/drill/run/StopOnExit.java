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

package org.holdfast.drill.run;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Stops a drill when the process is told to end (Ctrl-C, SIGTERM): interrupts the drill's thread
 * and holds the end of the process until it has cleaned up, {@value #PATIENCE_SECONDS} s at most.
 */
final class StopOnExit implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 15;

  private final Thread drill;
  private final Thread hook;
  private final CountDownLatch done = new CountDownLatch(1);

  private StopOnExit(Thread drill) {
    this.drill = drill;
    this.hook = new Thread(this::stop, "holdfast-stop-drill");
  }

  /** Installs the hook for a drill that runs on {@code drill}. */
  static StopOnExit watch(Thread drill) {
    StopOnExit stop = new StopOnExit(drill);
    Runtime.getRuntime().addShutdownHook(stop.hook);
    return stop;
  }

  /** What the hook does; returns when the drill is closed or the patience is over. */
  void stop() {
    drill.interrupt();
    try {
      boolean unused = done.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    done.countDown();
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending: the hook is what brought us here.
      return;
    }
  }
}
