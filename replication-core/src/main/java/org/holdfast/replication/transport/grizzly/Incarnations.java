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
 * Knows which incarnation of each member name counts: the one that was listed last. An incarnation
 * that was listed before another one of its name has been replaced; it cannot come back unless it
 * is listed again.
 *
 * <p>Numbers of incarnations have no order here: they are drawn at random. A HELLO from a stranger
 * changes nothing either: the membership lists members.
 *
 * <p>Any thread. Remembers the {@value #MOST} names and the {@value #MOST} replaced members that
 * were used last.
 */
final class Incarnations {
  static final int MOST = 4096;

  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<String, Member> listed = new Recent<>();

  /** The replaced members, each as its own key. */
  @GuardedBy("lock")
  private final Map<Member, Member> replaced = new Recent<>();

  private static final class Recent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    Recent() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > MOST;
    }
  }

  /** Takes in a list of members; returns the members that others of their names replace by it. */
  List<Member> list(Collection<Member> members) {
    List<Member> gone = new ArrayList<>();
    synchronized (lock) {
      for (Member member : members) {
        replaced.remove(member);
        Member former = listed.put(member.name(), member);
        if (former != null && !former.equals(member)) {
          replaced.put(former, former);
          gone.add(former);
        }
      }
    }
    return gone;
  }

  /**
   * Returns the member that {@code claimed} claims to be, as it was listed last; null if it was
   * never listed or another one of its name was listed since.
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
