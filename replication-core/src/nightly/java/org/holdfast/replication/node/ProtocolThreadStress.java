// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.session.SilentReplica;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The queue of the protocol thread. */
public final class ProtocolThreadStress {
  private ProtocolThreadStress() {}

  /** {@code ProtocolThread.events}: what a thread did before it handed an event over is seen. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "seen by the protocol thread, and its answer here")
  @State
  public static class HandedToTheProtocolThread {
    private static final ProtocolThread THREAD = started();
    private final CountDownLatch done = new CountDownLatch(1);
    private int given;
    private int seen;

    private static ProtocolThread started() {
      ProtocolThread thread =
          new ProtocolThread("stress", SilentReplica.create()::tick, System::nanoTime);
      thread.start();
      return thread;
    }

    @Actor
    public void give() {
      given = 1;
      THREAD.run(
          () -> {
            seen = given;
            done.countDown();
          });
    }

    @Arbiter
    public void answer(I_Result result) {
      try {
        result.r1 = done.await(10, TimeUnit.SECONDS) ? seen : -1;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
