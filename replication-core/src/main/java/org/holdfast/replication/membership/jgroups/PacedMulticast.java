// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.NAKACK4;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.TimeScheduler;
import org.jspecify.annotations.Nullable;

/**
 * The part of JGroups for messages to all members, which looks rarely for messages to repeat while
 * there are none.
 */
final class PacedMulticast extends NAKACK4 {
  /*
   * Threads: any sends and delivers. Lock: the monitor of `pace`, around the task alone.
   */
  private final RetransmitPace pace = new RetransmitPace(System::nanoTime);

  PacedMulticast() {
    setId(ClassConfigurator.getProtocolId(NAKACK4.class)); // on the wire it is the same protocol
  }

  @Override
  protected void startRetransmitTask() {
    synchronized (pace) {
      if (xmit_task == null || xmit_task.isDone()) {
        xmit_task = timer.scheduleWithDynamicInterval(new Look(), sends_can_block);
      }
    }
  }

  @Override
  protected void stopRetransmitTask() {
    synchronized (pace) {
      super.stopRetransmitTask();
    }
  }

  @Override
  public @Nullable Object down(Message message) {
    noteMessage();
    return super.down(message);
  }

  @Override
  public @Nullable Object up(Message message) {
    noteMessage();
    return super.up(message);
  }

  @Override
  public void up(MessageBatch batch) {
    noteMessage();
    super.up(batch);
  }

  private void noteMessage() {
    if (pace.noteMessage()) {
      synchronized (pace) {
        if (xmit_task != null) { // null once it has stopped
          stopRetransmitTask();
          startRetransmitTask();
        }
      }
    }
  }

  private final class Look implements TimeScheduler.Task {
    @Override
    public void run() {
      triggerXmit();
    }

    @Override
    public long nextInterval() {
      return pace.nextMillis(xmit_interval);
    }
  }
}
