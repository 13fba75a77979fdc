// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import java.util.Set;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.UNICAST4;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.TimeScheduler;
import org.jspecify.annotations.Nullable;

/**
 * The part of JGroups for messages to one member, with little memory for each peer: a process that
 * is no member can have an entry by one frame. It looks rarely for messages to repeat while there
 * are none.
 */
final class BoundedUnicast extends UNICAST4 {
  /*
   * Threads: any sends and delivers. Lock: the monitor of `pace`, around the task alone.
   */
  /**
   * The most messages to a peer that it has not acknowledged; membership sends a few. JGroups has
   * 2,048.
   */
  private static final int WINDOW = 256;

  /** The peers in a table above which all but the members and the recent senders are forgotten. */
  private static final int PEERS = 2 * RecentSenders.MAX;

  private final RetransmitPace pace = new RetransmitPace(System::nanoTime);

  /** The task that forgets other peers; set before the channel connects. */
  private Runnable forgetting = () -> {};

  BoundedUnicast() {
    setId(ClassConfigurator.getProtocolId(UNICAST4.class)); // on the wire it is the same protocol
    capacity = WINDOW;
  }

  /**
   * Makes {@code forgetting} run when a table has more than {@value #PEERS} peers that are no
   * members. A message can wait for its thread until its sender has been forgotten.
   */
  void whenFull(Runnable forgetting) {
    this.forgetting = forgetting;
  }

  @Override
  public void startRetransmitTask() {
    synchronized (pace) {
      if (xmit_task == null || xmit_task.isDone()) {
        xmit_task = timer.scheduleWithDynamicInterval(new Look(), sends_can_block);
      }
    }
  }

  @Override
  public void stopRetransmitTask() {
    synchronized (pace) {
      super.stopRetransmitTask();
    }
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

  @Override
  public @Nullable Object down(Message message) {
    noteMessage();
    return super.down(message);
  }

  @Override
  public @Nullable Object up(Message message) {
    noteMessage();
    makeRoom();
    return super.up(message);
  }

  @Override
  public void up(MessageBatch batch) {
    noteMessage();
    makeRoom();
    super.up(batch);
  }

  private void makeRoom() {
    if (Math.max(recv_table.size(), cached_batches.size()) > PEERS + members.size()) {
      forgetting.run();
    }
  }

  /**
   * Forgets all other peers; any thread. A forgotten peer that is still there sends its messages
   * again.
   */
  void retain(Set<Address> peers) {
    recv_table.keySet().retainAll(peers);
    send_table.keySet().retainAll(peers);
    cached_batches.keySet().retainAll(peers);
  }
}
