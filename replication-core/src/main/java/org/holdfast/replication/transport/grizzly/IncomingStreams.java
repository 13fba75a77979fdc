// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Hello;
import org.jspecify.annotations.Nullable;

/*
 * Threads: selector threads bring connections, their HELLO and their end; the control thread brings lists of members.
 * Lock: `lock`, held for a look at the maps. No stream is ended, welcomed or refused under it.
 * Checked by: HandshakeIT, ConnectionStress.
 */
/**
 * The connections that peers opened.
 *
 * <p>Admitted streams: at most one for each listed member. A newer one ends the older one before it
 * delivers anything, so that the frames of a member never come from two threads or out of order.
 *
 * <p>Unproven connections: connections without a HELLO of a listed member. One whose HELLO is right
 * in all else waits, for its member may have been listed elsewhere a moment earlier; nothing behind
 * the HELLO is read until the member is listed here. The number of unproven connections is bounded
 * for each remote address, and in all for addresses from which no member is expected to call. So
 * strangers elsewhere close no connection of a member. At a bound the {@linkplain #leastLikely
 * least likely} one is closed. To close the newcomer would keep members out for as long as a
 * stranger holds connections.
 */
final class IncomingStreams {
  /** The most unproven connections of one address, without those of {@link #FOR_EACH_MEMBER}. */
  static final int FROM_ONE_ADDRESS = 64;

  /** The most unproven connections of one address while no member is listed yet. */
  static final int BEFORE_THE_FIRST_VIEW = 256;

  /**
   * The connections more for each member: it may connect while its former connection is still
   * there.
   */
  static final int FOR_EACH_MEMBER = 2;

  /**
   * The factor between the bound of one address and that of all together at which no member is
   * expected.
   */
  static final int ADDRESSES = 4;

  /** A connection without a HELLO of a listed member; the HELLO is right in all else, if any. */
  private record Unproven(
      IncomingStream stream, InetAddress address, boolean isExpected, @Nullable Hello hello) {
    Unproven with(Hello said) {
      return new Unproven(stream, address, isExpected, said);
    }
  }

  /** The addresses on which a listed member listens. */
  private static final class Home {
    final Set<InetAddress> addresses;

    /** The flag that is set once the member has called from there: then it always does. */
    boolean called;

    Home(Set<InetAddress> addresses) {
      this.addresses = addresses;
    }
  }

  private final Admission admission;
  private final ExpectedAddresses expected;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<Member, IncomingStream> byMember = new HashMap<>();

  /** The unproven connections, the oldest first. */
  @GuardedBy("lock")
  private final Map<IncomingStream, Unproven> unproven = new LinkedHashMap<>();

  @GuardedBy("lock")
  private final Map<Member, Home> homes = new HashMap<>();

  /**
   * @param expected receives the addresses of all listed members, when they have changed
   */
  IncomingStreams(Admission admission, ExpectedAddresses expected) {
    this.admission = admission;
    this.expected = expected;
  }

  Admission admission() {
    return admission;
  }

  /** Takes in a new connection; returns the one that has to be closed for it, null if none has. */
  @Nullable IncomingStream opened(IncomingStream stream, InetAddress address) {
    boolean isExpected = expected.test(address);
    synchronized (lock) {
      int most =
          homes.isEmpty()
              ? BEFORE_THE_FIRST_VIEW
              : FROM_ONE_ADDRESS + FOR_EACH_MEMBER * homes.size();
      List<Unproven> rivals =
          unproven.values().stream().filter(each -> each.address.equals(address)).toList();
      boolean isFull = rivals.size() >= most;
      if (!isFull && !isExpected) {
        rivals = unproven.values().stream().filter(each -> !each.isExpected).toList();
        isFull = rivals.size() >= ADDRESSES * most;
      }
      IncomingStream excess = null;
      if (isFull) {
        Unproven least =
            leastLikely(rivals, each -> each.hello != null, each -> each.stream.hasBegunTls());
        excess = least.stream;
        unproven.remove(excess);
      }
      unproven.put(stream, new Unproven(stream, address, isExpected, null));
      return excess;
    }
  }

  /**
   * Returns the connection that is least likely to be that of a member. Those that have begun a TLS
   * handshake are one group, and those that have not are the other; the larger group loses its
   * oldest. So a newcomer has time for its first message, and silent strangers end no handshake. If
   * each connection has said HELLO, the oldest goes.
   */
  static <T> T leastLikely(
      List<T> oldestFirst, Predicate<T> hasSaidHello, Predicate<T> hasBegunTls) {
    List<T> silent = new ArrayList<>();
    List<T> begun = new ArrayList<>();
    for (T each : oldestFirst) {
      if (!hasSaidHello.test(each)) {
        (hasBegunTls.test(each) ? begun : silent).add(each);
      }
    }
    List<T> larger = silent.size() > begun.size() ? silent : begun;
    return larger.isEmpty() ? oldestFirst.get(0) : larger.get(0);
  }

  /**
   * Welcomes {@code stream} and ends the one it follows, or lets it wait until its member is
   * listed.
   *
   * @return why it is refused; null if it is not
   */
  @Nullable String admit(Hello hello, IncomingStream stream) {
    if (admission.refusal(hello) == null && admission.listed(hello.from()) == null) {
      // Before it is noted as waiting: then it may be welcomed at any time.
      stream.hold(hello);
    }
    return admitIfListed(hello, stream);
  }

  /**
   * Welcomes {@code stream} if its member is listed, in the place of the member's former stream.
   * The former one ends before the new one delivers, so frames keep their order.
   */
  private @Nullable String admitIfListed(Hello hello, IncomingStream stream) {
    Member member;
    IncomingStream former;
    synchronized (lock) {
      String refusal = admission.refusal(hello);
      if (refusal != null) {
        return refusal;
      }
      member = admission.listed(hello.from());
      Unproven its = unproven.get(stream);
      if (member == null || its == null) {
        unproven.computeIfPresent(stream, (same, it) -> it.with(hello));
        return null;
      }
      if (!callsFromHome(member, its.address)) {
        return "wrong address: "
            + member.name()
            + " always calls from the address on which it listens";
      }
      unproven.remove(stream);
      former = byMember.put(member, stream);
    }
    if (former != null) {
      former.end();
    }
    stream.welcome(hello, member);
    return null;
  }

  /**
   * Tells whether the member may call from {@code address}. A member of this release calls from the
   * address on which it listens, an older one from any that its machine has: so a member that has
   * once called from its address must always do so.
   */
  @GuardedBy("lock")
  private boolean callsFromHome(Member member, InetAddress address) {
    Home home = homes.get(member);
    if (home == null) {
      return true;
    }
    boolean fromHome = home.addresses.contains(address);
    home.called |= fromHome;
    return fromHome || !home.called;
  }

  /**
   * Takes in the listed members and admits members that called before they were listed. Looks up
   * host names after that. Belongs to the control thread.
   */
  void onListed(Collection<Member> members) {
    Map<IncomingStream, Hello> waiting = new LinkedHashMap<>();
    List<Member> unknown = new ArrayList<>();
    synchronized (lock) {
      unproven.forEach(
          (stream, its) -> {
            if (its.hello != null && admission.listed(its.hello.from()) != null) {
              waiting.put(stream, its.hello);
            }
          });
      homes.keySet().retainAll(Set.copyOf(members));
      for (Member member : members) {
        if (homes.putIfAbsent(member, new Home(Set.of())) == null) {
          unknown.add(member);
        }
      }
    }
    waiting.forEach(
        (stream, hello) -> {
          String refusal = admitIfListed(hello, stream);
          if (refusal != null) {
            stream.reject(hello.from(), refusal);
          }
        });
    for (Member member : unknown) {
      Home home = new Home(addressesOf(member));
      synchronized (lock) {
        IncomingStream admitted = byMember.get(member);
        home.called = admitted != null && home.addresses.contains(admitted.remoteAddress());
        homes.replace(member, home);
      }
    }
    Set<InetAddress> addresses = new HashSet<>();
    synchronized (lock) {
      homes.values().forEach(home -> addresses.addAll(home.addresses));
    }
    expected.onListed(addresses);
  }

  private static Set<InetAddress> addressesOf(Member member) {
    try {
      return Set.copyOf(List.of(InetAddress.getAllByName(member.host())));
    } catch (UnknownHostException e) {
      return Set.of();
    }
  }

  /** Ends the stream of {@code peer}, if there is one. */
  void end(Member peer) {
    IncomingStream stream;
    synchronized (lock) {
      stream = byMember.get(peer);
    }
    if (stream != null) {
      stream.end();
    }
  }

  /**
   * Takes note that the connection is closed; {@code peer} is the member that was welcomed on it.
   */
  void closed(@Nullable Member peer, IncomingStream stream) {
    synchronized (lock) {
      unproven.remove(stream);
      if (peer != null) {
        byMember.remove(peer, stream);
      }
    }
  }
}
