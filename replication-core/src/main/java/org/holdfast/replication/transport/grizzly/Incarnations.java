// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.replication.membership.Member;
import org.jspecify.annotations.Nullable;

/**
 * Records which incarnation of each member name counts: the one in the latest list that has the
 * name. It replaces the incarnation that an earlier list had. A replaced incarnation can connect
 * again only after a list has it again.
 *
 * <p>The numbers of two incarnations say nothing about which one is newer: members draw them at
 * random. Only {@link #list} changes the record, and it receives only members that a view has had.
 * So a HELLO, which any stranger can send, replaces no member.
 *
 * <p>Thread-safe: {@link GrizzlyTransport#connectTo} calls {@link #list} on any thread, selector
 * and control threads look members up. Remembers the {@value #MOST} names and the {@value #MOST}
 * replaced members that were used last, so that its memory is bounded however many members come and
 * go.
 */
final class Incarnations {
  static final int MOST = 4096;

  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<String, Member> listed = new Recent<>();

  /** The replaced members, each as its own key. */
  @GuardedBy("lock")
  private final Map<Member, Member> replaced = new Recent<>();

  /** A map that keeps the {@link #MOST} entries that were read or written last. */
  private static final class Recent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    Recent() {
      super(16, 0.75f, true); // in the order of access
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > MOST;
    }
  }

  /**
   * Records a list of members.
   *
   * @return the members of earlier lists that this list replaces with another incarnation: the
   *     transport ends their streams
   */
  List<Member> list(Collection<Member> members) {
    List<Member> nowReplaced = new ArrayList<>();
    synchronized (lock) {
      for (Member member : members) {
        replaced.remove(member);
        Member former = listed.put(member.name(), member);
        if (former != null && !former.equals(member)) {
          replaced.put(former, former);
          nowReplaced.add(former);
        }
      }
    }
    return nowReplaced;
  }

  /**
   * Returns the listed member with the name and incarnation of {@code claimed}, with the address
   * that the list gave; null if no list had it, or a later list had another incarnation.
   *
   * @param claimed the member that a caller claims to be
   */
  @Nullable Member listed(Member claimed) {
    synchronized (lock) {
      Member member = listed.get(claimed.name());
      return claimed.equals(member) ? member : null;
    }
  }

  /** Returns the member that has replaced {@code member}, or null if none has. */
  @Nullable Member successorOf(Member member) {
    synchronized (lock) {
      return replaced.containsKey(member) ? listed.get(member.name()) : null;
    }
  }
}
