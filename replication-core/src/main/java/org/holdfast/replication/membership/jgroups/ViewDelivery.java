// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.membership.Membership;
import org.holdfast.replication.membership.View;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.util.MessageBatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the views of one channel to the listener.
 *
 * <p>Payloads are dropped unread: we never send any, so a payload that arrives is not ours.
 */
final class ViewDelivery implements Receiver {
  /*
   * Threads: JGroups' threads, and the one that connects, call viewAccepted(); any thread stop().
   * Lock: this object's monitor, held while the listener runs: one view at a time. Never taken by
   * start() or close() of the membership, except in first(), after connecting.
   * Invariant: the numbers of the views delivered grow strictly.
   */
  private static final Logger LOG = LoggerFactory.getLogger(ViewDelivery.class);

  private final RareLines rare = new RareLines();
  private final MembershipSettings settings;
  private final Membership.Listener listener;
  private final Consumer<View> report;
  private volatile boolean stopped;

  @GuardedBy("this")
  private @Nullable View first;

  @GuardedBy("this")
  private @Nullable View last;

  @GuardedBy("this")
  private Set<Address> warnedOf = Set.of();

  @GuardedBy("this")
  private final SettingsReport differences;

  /**
   * @param report receives each view before the listener
   */
  ViewDelivery(MembershipSettings settings, Membership.Listener listener, Consumer<View> report) {
    this.settings = settings;
    this.listener = listener;
    this.report = report;
    this.differences = new SettingsReport(settings.self(), LOG::info, LOG::warn);
  }

  @Override
  public synchronized void viewAccepted(org.jgroups.View accepted) {
    ViewReader.Reading reading = ViewReader.read(accepted);
    View view = reading.view();
    if (stopped || last != null && view.number() <= last.number()) {
      return;
    }
    warn(reading);
    differences.onView(view);
    report.accept(view);
    first = first == null ? view : first;
    last = view;
    try {
      listener.onView(view);
    } catch (RuntimeException failure) {
      LOG.error(
          "the listener of member {} failed on view {} of {}; it still receives later views",
          settings.self().name(),
          view.number(),
          view.creator(),
          failure);
    }
  }

  @Override
  public void receive(Message message) {
    LOG.debug("payload of {} bytes dropped", message.getLength());
  }

  @Override
  public void receive(MessageBatch batch) {
    LOG.debug("{} payloads dropped", batch.size());
  }

  /** Returns the view delivered first, or null if there was none. */
  synchronized @Nullable View first() {
    return first;
  }

  /** Returns the view delivered last, or null if there was none. */
  synchronized @Nullable View last() {
    return last;
  }

  /** Ends delivery; a call to the listener that is under way may still be finishing. */
  void stop() {
    stopped = true;
  }

  @GuardedBy("this")
  private void warn(ViewReader.Reading reading) {
    for (Address foreign : reading.foreign()) {
      if (!warnedOf.contains(foreign)) {
        rare.add(
            "not a member",
            System.nanoTime(),
            LOG::warn,
            ViewReader.printable(foreign)
                + " joined cluster "
                + settings.cluster()
                + ", but its address contains no member: it is another program, or a Holdfast"
                + " release that this node cannot read. This node ignores it");
      }
    }
    warnedOf = new HashSet<>(reading.foreign());
    View view = reading.view();
    if (!view.contains(settings.self())) {
      rare.add(
          "superseded",
          System.nanoTime(),
          LOG::error,
          "member "
              + settings.self()
              + " was replaced in view "
              + view.number()
              + " of cluster "
              + settings.cluster()
              + " by a process that has the same name and started later ("
              + reading.view().members()
              + "); give each process its own memberName");
    } else if (!reading.superseded().isEmpty()) {
      LOG.info(
          "view {} still lists {}, earlier processes of members that have started again",
          view.number(),
          reading.superseded());
    }
  }
}
