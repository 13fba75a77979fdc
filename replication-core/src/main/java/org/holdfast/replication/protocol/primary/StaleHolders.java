// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.primary;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.Copy;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.views.Views;

/**
 * The members that may hold an older copy of a session. Once the session is protected without it,
 * each is asked to drop the copy until it says that it has. A copy that stays behind would come
 * back to life after the tombstone of its session is gone.
 *
 * <p>Guarded by the lock of its session.
 */
final class StaleHolders {
  /** The time at which a release was sent last, if one was sent ever. */
  private static final class Asked {
    boolean ever;
    long nanos;
  }

  private final PrimaryPorts node;
  private final String key;

  /** The members. Immutable while there are none, as for most sessions. */
  private Map<Member, Asked> members = Map.of();

  /** The newest version of this epoch that one of these members may have. */
  private long newest = -1;

  StaleHolders(PrimaryPorts node, String key) {
    this.node = node;
    this.key = key;
  }

  void add(Member member) {
    if (!member.equals(node.cluster.self())) {
      if (members.isEmpty()) {
        members = new HashMap<>(4);
      }
      members.putIfAbsent(member, new Asked());
    }
  }

  /** Adds a former holder, which may have everything up to {@code version}. */
  void add(Member member, long version) {
    add(member);
    newest = Math.max(newest, version);
  }

  void remove(Member member) {
    if (!members.isEmpty()) {
      members.remove(member);
      forgetEmpty();
    }
  }

  private void forgetEmpty() {
    if (members.isEmpty()) {
      members = Map.of();
    }
  }

  /**
   * Takes in that {@code member} holds nothing below {@code version} any more. A late answer, to a
   * release from before it was a holder again, says nothing of what it holds now. The end itself
   * may stay where it is.
   */
  void onReleased(Member member, Copy copy, long version) {
    if (version > newest || copy.tombstone() && version == newest) {
      remove(member);
    }
  }

  boolean isEmpty() {
    return members.isEmpty();
  }

  /**
   * Returns whether the session must take an empty step before the members can be released. A
   * release drops only what is older than its label, so that a late one cannot drop the copy of a
   * member that became a holder again.
   */
  boolean needStepAbove(long version) {
    return newest >= version && anyReachable();
  }

  /**
   * Asks the members that can be reached, and were not asked a moment ago, to drop their copies;
   * forgets those that left all views.
   */
  void release(Copy copy, Views views, long nowNanos) {
    for (Iterator<Map.Entry<Member, Asked>> each = members.entrySet().iterator();
        each.hasNext(); ) {
      Map.Entry<Member, Asked> stray = each.next();
      Member member = stray.getKey();
      Asked asked = stray.getValue();
      if (!views.everybody().contains(member)) {
        each.remove();
      } else if (node.cluster.isReachable(member)
          && (!asked.ever || nowNanos - asked.nanos >= node.config.ackTimeoutNanos())) {
        asked.ever = true;
        asked.nanos = nowNanos;
        node.network.send(member, new Message.Release(key, copy.from(), copy.label()));
      }
    }
    forgetEmpty();
  }

  /** Returns whether a member that has not answered yet can be reached. */
  boolean anyReachable() {
    for (Member member : members.keySet()) {
      if (node.cluster.isReachable(member)) {
        return true;
      }
    }
    return false;
  }
}
