// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.Network;
import org.holdfast.replication.transport.Transport;
import org.holdfast.replication.wire.MessageCodec;

/**
 * The replica's way to other members: a stream to each member of the view and to some former
 * members. These have to learn that they are in no view, or they may have continued in another one.
 * Addresses come from views alone: the node calls no other address, whatever it receives. Without
 * the streams to former members, a node that was stopped or cut off from one other receives nothing
 * of the events meanwhile. It takes the others' silence for their failure and answers from its old
 * state.
 */
final class Links implements Network {
  /*
   * Threads: the protocol thread brings views, any thread sends.
   * Lock: this, held while the transport receives the members to connect with, so that views and outsiders do not
   * overtake each other. The transport makes no callback from there.
   */
  private final Transport transport;

  private final Consumer<String> log;

  /**
   * The number of members that are remembered, the last ones, to be reached after they left the
   * view.
   */
  static final int MOST_REMEMBERED = 1024;

  @GuardedBy("this")
  private Set<Member> members = Set.of();

  /** The members of all views, each as the last of its views had it. */
  @GuardedBy("this")
  private final Map<Member, Member> remembered =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Member, Member> eldest) {
          return size() > MOST_REMEMBERED;
        }
      };

  /** The members outside the view that {@link #reach} has connected with since it came. */
  @GuardedBy("this")
  private final Set<Member> outsiders = new HashSet<>();

  /**
   * @param log receives a line for each former member that continues as if it was in the view
   */
  Links(Transport transport, Consumer<String> log) {
    this.transport = transport;
    this.log = log;
  }

  /** Connects with the members of a new view, and with no others. */
  synchronized void onView(Collection<Member> next) {
    Set<Member> kept = new HashSet<>(next);
    // A member that is back gets a new stream, whose first failure is news to the replica.
    if (kept.removeAll(outsiders)) {
      transport.connectTo(kept);
    }
    outsiders.clear();
    members = Set.copyOf(next);
    for (Member member : next) {
      // Out first: it is in the latest place then, and with its latest address.
      remembered.remove(member);
      remembered.put(member, member);
    }
    transport.connectTo(members);
  }

  @Override
  public boolean send(Member to, Message message) {
    if (message instanceof Message.NotInView && reach(to)) {
      log.accept(
          to
              + " is not in the view, but still runs: this node ignores its messages about"
              + " sessions");
    } else if (message instanceof Message.ViewStatus) {
      reach(to);
    }
    return transport.send(to, MessageCodec.encode(message));
  }

  /** Connects with a former member; returns whether it was not connected before. */
  private synchronized boolean reach(Member to) {
    Member outsider = remembered.get(to);
    if (outsider == null) {
      return false;
    }
    // To list a namesake of a member would replace that member.
    boolean isNamesake = members.stream().anyMatch(each -> each.name().equals(outsider.name()));
    if (isNamesake || !outsiders.add(outsider)) {
      return false;
    }
    Set<Member> all = new HashSet<>(members);
    all.addAll(outsiders);
    transport.connectTo(all);
    return true;
  }
}
