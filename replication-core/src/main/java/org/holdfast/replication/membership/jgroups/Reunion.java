// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.ViewId;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.PingData;

/**
 * A MERGE3 that tells each member its view once a round, and looks at a foreign view soon after it
 * has received it.
 *
 * <p>Every member that is found answers a search with all members of its view ({@code
 * returnEntireCache}). For each of these answers, MERGE3 sends its view to each of them: of n
 * members n times n messages a round. And it compares views at fixed times only, so that members
 * that can reach each other again would wait for such a time.
 */
final class Reunion extends MERGE3 {
  /** The time before a look, in which a view on its way arrives and is no foreign one any more. */
  private static final int LOOK_MILLIS = 100;

  /**
   * The time of the last message to each member, and of the last look of this member, in this view.
   * Used by the threads in which JGroups delivers answers.
   */
  private final Map<Address, Long> toldNanos = new ConcurrentHashMap<>();

  private final Object checking = new Object();

  Reunion() {
    setId(ClassConfigurator.getProtocolId(MERGE3.class)); // on the wire it is the same protocol
  }

  @Override
  public Object down(Event event) {
    if (event.getType() == Event.VIEW_CHANGE) {
      toldNanos.clear();
    }
    return super.down(event);
  }

  @Override
  protected void sendInfoMessage(PingData found) {
    if (found != null && isDue(found.getAddress(), System.nanoTime())) {
      super.sendInfoMessage(found);
    }
  }

  @Override
  protected void addInfo(
      Address sender, ViewId theirs, String logicalName, PhysicalAddress address) {
    super.addInfo(sender, theirs, logicalName, address);
    View mine = view;
    if (mine != null && isForeign(sender, theirs, mine) && isDue(local_addr, System.nanoTime())) {
      Future<?> unused =
          timer.schedule(this::checkInconsistencies, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  protected synchronized void startViewConsistencyChecker() {
    if (view_consistency_checker == null || view_consistency_checker.isDone()) {
      view_consistency_checker = timer.scheduleWithDynamicInterval(new Check());
    }
  }

  @Override
  public void checkInconsistencies() {
    new Check().run();
  }

  /** A check, of which one runs at a time: two would share the answers of the members. */
  private final class Check extends ViewConsistencyChecker {
    @Override
    public void run() {
      synchronized (checking) {
        super.run();
      }
    }
  }

  /**
   * Tells whether {@code theirs} is neither the own view nor a former or later one of its
   * coordinator.
   */
  static boolean isForeign(Address sender, ViewId theirs, View mine) {
    return !mine.containsMember(sender) || !theirs.getCreator().equals(mine.getCreator());
  }

  /**
   * Tells whether to tell {@code member}, and notes that. Answers of one round come within less
   * than half of the shortest time between two.
   */
  boolean isDue(Address member, long now) {
    long least = TimeUnit.MILLISECONDS.toNanos(getMinInterval()) / 2;
    Long last = toldNanos.get(member);
    if (last == null) {
      return toldNanos.putIfAbsent(member, now) == null;
    }
    return now - last >= least && toldNanos.replace(member, last, now);
  }
}
