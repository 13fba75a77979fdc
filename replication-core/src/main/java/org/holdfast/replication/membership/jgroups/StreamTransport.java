// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.holdfast.replication.membership.MembershipStreams;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.Version;
import org.jgroups.View;
import org.jgroups.protocols.BaseBundler;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.TpHeader;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.AsciiString;
import org.jgroups.util.MaxOneThreadPerSender;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.NameCache;
import org.jspecify.annotations.Nullable;

/**
 * The transport of JGroups over {@link MembershipStreams}: no code of JGroups accepts a connection,
 * waits for one or reads one. The streams send in the sender's thread or not at all, and deliver
 * whole messages, which {@link FrameGrammar} checks before JGroups reads them.
 *
 * <p>Why: {@code docs/design/019-one-port.md}.
 */
final class StreamTransport extends TP implements MembershipStreams.Listener {
  /**
   * The longest message accepted; a claim of more closes the connection before anything is
   * allocated. It is above the 64,000 bytes up to which JGroups bundles messages, and enough for a
   * view of 1,000 members whose names have up to 30 characters.
   */
  static final int MAX_MESSAGE_BYTES = 256 * 1024;

  /** The most addresses of no member for which one connection may speak; a process has one. */
  static final int SENDERS_OF_A_CONNECTION = 4;

  /** The most addresses of no member whose hosts JGroups may know: members of a later view. */
  static final int MAX_KNOWN_OUTSIDERS = 1_024;

  private final MembershipStreams streams;
  private final RecentSenders recent = new RecentSenders(System.nanoTime());
  private final Consumer<Address> onRefusal;
  private final Supplier<Collection<PhysicalAddress>> listed;
  private final Outsiders outsiders;
  private final Duration patience;
  private final boolean onOneHost;

  /** The own address; null while it is not started. */
  private volatile @Nullable IpAddress self;

  private volatile boolean connected;

  /**
   * @param onRefusal receives each address at which no process listens
   * @param listed returns the addresses at which the settings say that members are
   * @param outsiders receives messages of other clusters, which are dropped
   * @param patience silence of a peer after which its connections are closed
   * @param onOneHost whether all members listen on one host
   */
  StreamTransport(
      MembershipStreams streams,
      Consumer<Address> onRefusal,
      Supplier<Collection<PhysicalAddress>> listed,
      Outsiders outsiders,
      Duration patience,
      boolean onOneHost) {
    this.streams = streams;
    this.onRefusal = onRefusal;
    this.listed = listed;
    this.outsiders = outsiders;
    this.patience = patience;
    this.onOneHost = onOneHost;
  }

  /** Keeps JGroups from remembering each made-up address to which it could not answer. */
  @Override
  public void init() throws Exception {
    super.init();
    if (bundler instanceof BaseBundler sender) {
      sender.suppressLogTimeout(0);
    }
    stack.<BoundedUnicast>findProtocol(BoundedUnicast.class).whenFull(this::forgetOthers);
  }

  @Override
  public boolean supportsMulticasting() {
    return false;
  }

  @Override
  protected @Nullable PhysicalAddress getPhysicalAddress() {
    return self;
  }

  @Override
  public void start() throws Exception {
    self =
        new IpAddress(
            streams.open(
                new MembershipStreams.Rules(Version.version, MAX_MESSAGE_BYTES, patience), this));
    super.start();
  }

  @Override
  protected void handleConnect() throws Exception {
    connected = true;
    super.handleConnect();
  }

  @Override
  protected void handleDisconnect() {
    super.handleDisconnect();
    connected = false;
    streams.close();
  }

  @Override
  public void stop() {
    super.stop();
    streams.close();
  }

  @Override
  public void sendUnicast(PhysicalAddress destination, byte[] data, int offset, int length) {
    streams.send(socketAddress(destination), data, offset, length);
  }

  @Override
  public @Nullable Object down(Event event) {
    Object result = super.down(event);
    if (event.getType() == Event.VIEW_CHANGE) {
      streams.retain(this::isOfAMember);
    }
    return result;
  }

  /**
   * Tells whether {@code address} is that of a member. It looks each time: a view may come before
   * the addresses of its members.
   */
  private boolean isOfAMember(InetSocketAddress address) {
    Address member = logical_addr_cache.getByValue(new IpAddress(address));
    return member != null && members.contains(member);
  }

  @Override
  public boolean onMessage(
      InetSocketAddress from,
      @Nullable InetAddress unproven,
      Predicate<String> senders,
      Set<Object> known,
      byte[] message)
      throws IOException {
    if (!connected) {
      return false;
    }
    Set<Address> named;
    try {
      named =
          FrameGrammar.check(
              message, senders, place -> unproven == null || mayName(unproven, place));
    } catch (FrameGrammar.ForeignAddressException foreign) {
      outsiders.ofForeignAddress(unproven);
      return false;
    }
    for (Address sender : named) {
      if (!members.contains(sender)) {
        if (unproven != null) {
          requireFew(sender, unproven, known);
        }
        if (recent.add(sender)) {
          forgetOthers();
        }
      }
    }
    receive(new IpAddress(from), message, 0, message.length);
    return true;
  }

  private void requireFew(Address sender, InetAddress host, Set<Object> known)
      throws FrameGrammar.UnknownFrameException {
    if (known.add(sender) && known.size() > SENDERS_OF_A_CONNECTION) {
      throw new FrameGrammar.UnknownFrameException("more senders than a process has");
    }
    boolean isExpected = expects(host) || isHostOfAMember(host);
    if (!recent.admits(sender, isExpected, System.nanoTime())) {
      throw new FrameGrammar.UnknownFrameException("more new senders than join at a time");
    }
  }

  /**
   * Makes JGroups forget all but the members and the recent senders. It takes a process that it
   * forgot for a new one, and asks that for messages again.
   */
  private void forgetOthers() {
    Set<Address> kept = recent.copy();
    kept.addAll(members);
    kept.add(local_addr);
    for (Address address : logical_addr_cache.keySet()) {
      if (!kept.contains(address)) {
        logical_addr_cache.remove(address, true);
        NameCache.remove(address);
      }
    }
    BoundedUnicast unicast = stack.findProtocol(BoundedUnicast.class);
    unicast.retain(kept);
    if (msg_processing_policy instanceof MaxOneThreadPerSender queues) {
      queues.viewChange(List.copyOf(kept));
    }
  }

  /**
   * Returns whether a sender at {@code host} may name {@code place} as the address of a member. It
   * may name its own host, a listed address, or any address if members are expected at its host.
   * Only the last one may name a host by a name: to look that up asks a server of the sender's
   * choice. Where all members are on one host, no member names the address of another host. A
   * member on a loopback address has others on such addresses alone.
   */
  private boolean mayName(InetAddress host, InetSocketAddress place) {
    boolean isOfAMember = expects(host) || isHostOfAMember(host);
    if (place.isUnresolved()) {
      return isOfAMember;
    }
    IpAddress own = self;
    boolean isReachable =
        own == null
            || !own.getIpAddress().isLoopbackAddress()
            || place.getAddress().isLoopbackAddress();
    return isReachable
        && (isOfAMember && !onOneHost
            || place.getAddress().equals(host)
            || listed.get().contains(new IpAddress(place)));
  }

  @Override
  public boolean expects(InetAddress host) {
    return listed.get().stream().anyMatch(each -> isAt(host, each));
  }

  /**
   * Returns whether each listed address is that of a member of the view that passes {@code
   * isMember}, or passes {@code others}.
   */
  boolean hasFoundAllListed(Predicate<Address> isMember, Predicate<PhysicalAddress> others) {
    View current = view;
    Collection<PhysicalAddress> all = listed.get();
    return current != null
        && !all.isEmpty()
        && all.stream().allMatch(each -> isAtOne(each, current, isMember) || others.test(each));
  }

  private boolean isAtOne(PhysicalAddress address, View current, Predicate<Address> isMember) {
    return address.equals(self)
        || Arrays.stream(current.getMembersRaw())
            .filter(member -> address.equals(logical_addr_cache.get(member)))
            .anyMatch(isMember);
  }

  private boolean isHostOfAMember(InetAddress host) {
    View current = view;
    return current != null
        && Arrays.stream(current.getMembersRaw())
            .anyMatch(member -> isAt(host, logical_addr_cache.get(member)));
  }

  private static boolean isAt(InetAddress host, @Nullable PhysicalAddress address) {
    return address instanceof IpAddress ip && host.equals(ip.getIpAddress());
  }

  /** Keeps the address of a member: no message can claim that it is elsewhere. */
  @Override
  protected boolean addPhysicalAddressToCache(
      Address member, PhysicalAddress address, boolean overwrite) {
    if (logical_addr_cache.size() > members.size() + MAX_KNOWN_OUTSIDERS) {
      forgetOthers();
    }
    View current = view;
    boolean isKnown = current != null && current.containsMember(member);
    return super.addPhysicalAddressToCache(member, address, overwrite && !isKnown);
  }

  @Override
  public void onMalformed(String reason) {
    outsiders.ofUnknownFrame(reason);
  }

  @Override
  public void onUnproven(String peer, String reason) {
    outsiders.ofUnprovenPeer(peer, reason);
  }

  @Override
  public void onRefused(InetSocketAddress peer) {
    onRefusal.accept(new IpAddress(peer));
  }

  /** Makes JGroups suspect a killed member at once, instead of after its heartbeats. */
  @Override
  public void onClosed(InetSocketAddress peer) {
    Address member = logical_addr_cache.getByValue(new IpAddress(peer));
    GMS membership = stack.findProtocol(GMS.class);
    if (member == null || !connected || !members.contains(member) || membership.isLeaving()) {
      return;
    }
    Event suspicion = new Event(Event.SUSPECT, List.of(member));
    Runnable tell = () -> up_prot.up(suspicion);
    if (!thread_pool.execute(tell)) {
      getThreadFactory().newThread(tell).start();
    }
  }

  @Override
  public void passMessageUp(
      Message message, boolean matchCluster, boolean multicast, boolean discardOwn) {
    TpHeader header = message.getHeader(getId());
    if (header != null && cluster_name != null && !cluster_name.equals(header.clusterName())) {
      outsiders.ofOtherCluster(new AsciiString(header.clusterName()).toString(), message.getSrc());
    }
    super.passMessageUp(message, matchCluster, multicast, discardOwn);
  }

  @Override
  public void passBatchUp(MessageBatch batch, boolean matchCluster, boolean discardOwn) {
    AsciiString theirs = batch.clusterName();
    if (theirs != null && cluster_name != null && !cluster_name.equals(theirs)) {
      outsiders.ofOtherCluster(theirs.toString(), batch.sender());
    }
    super.passBatchUp(batch, matchCluster, discardOwn);
  }

  private static InetSocketAddress socketAddress(PhysicalAddress address) {
    IpAddress ip = (IpAddress) address;
    return new InetSocketAddress(ip.getIpAddress(), ip.getPort());
  }
}
